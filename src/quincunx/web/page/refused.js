// How a back end refuses: a sentence for people, and what HTTP calls its kind.

export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

export const UNREACHED = "The server cannot be reached: try again in a moment.";
