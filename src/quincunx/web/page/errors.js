// A refusal by the back end: a sentence for people, and an HTTP status.

export class RequestError extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

export const SERVER_UNREACHABLE = "The server cannot be reached: try again in a moment.";
