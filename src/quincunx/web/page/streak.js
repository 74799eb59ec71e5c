// The puzzles of the day that were solved on days running, and a text to share that tells no answer.
// A day is the number that the server gives its puzzle; a run is its last day and its length.

const FIRST = 719163; // The first of January 1970.

/** The length of a run, as it stands on a day: a day that was missed ends it. */
export const running = (run, day) => (run?.day >= day - 1 ? run.length : 0);

/** The run after the puzzle of a day was solved, be it once more. */
export const solved = (run, day) => (run?.day === day ? run : { day, length: running(run, day) + 1 });

export function shareText({ title, seed, difficulty }, wrong, length, address) {
  const day = new Date((seed - FIRST) * 864e5).toISOString().slice(0, 10);
  const tries = `${"✗".repeat(wrong)}✓ ${wrong ? `at try ${wrong + 1}` : "at once"}${length > 1 ? `, ${length} days running` : ""}`;
  return `Quincunx, puzzle of ${day}: ${title}, difficulty ${difficulty} of 5\n${tries}\n${address}`;
}
