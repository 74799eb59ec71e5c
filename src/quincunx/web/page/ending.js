// The texts at the end of a game or puzzle: who won and how, the mistakes, the series, what to share.

import { plural } from "./panels.js";

/** "You won 6 to 3": `mine` are the seats of the reader. */
export function headline({ outcome, ending }, mine, names) {
  if (!outcome.winner) return "A draw";
  const winner = outcome.winner.toLowerCase();
  const won = mine.length !== 1 || mine[0] === winner;
  const [high, low] = ending.score ?? [];
  const result = `${won ? "won" : "lost"}${ending.score ? ` ${won ? `${high} to ${low}` : `${low} to ${high}`}` : ""}`;
  return `${mine.length === 1 ? "You" : `${names[winner]} (${outcome.winner})`} ${result}`;
}

const movesBy = (moves, seats) => moves.filter(({ player }) => seats.includes(player.toLowerCase()));

/** How many mistakes the reader made; nothing where the values are unknown. */
export function mistakes(moves, mine) {
  if (movesBy(moves, mine).every(({ before }) => before.value === "unknown")) return "";
  const counts = mine.map((seat) => plural(movesBy(moves, [seat]).filter(({ mistake }) => mistake).length, "mistake"));
  return mine.length === 1 ? `You made ${counts[0]}.` : `${mine.map((seat, i) => `${seat.toUpperCase()} made ${counts[i]}`).join(", ")}.`;
}

/** The score of a series: games, and how many of them each side's player won. */
export function seriesWords({ x, o, games }, mine, names) {
  if (games < 2) return "";
  const name = (seat) => (mine.length === 1 && mine[0] === seat ? "you" : names[seat]);
  return `After ${games} games: ${name("x")} ${x}, ${name("o")} ${o}${games > x + o ? `, ${games - x - o} drawn` : ""}.`;
}

/** To send to friends: the day, the tries and the streak, without the answer. */
export function sharePuzzleText({ title, difficulty }, wrong, { date, length }, address) {
  const tries = `${"✗".repeat(wrong)}✓ ${wrong ? `at try ${wrong + 1}` : "at once"}${length > 1 ? `, ${length} days in a row` : ""}`;
  return `Quincunx, puzzle of ${date}: ${title}, difficulty ${difficulty} of 5\n${tries}\n${address}`;
}

/** To send to friends: the result, a square for each move of the sender, and a link. */
export function shareText({ title, moves }, result, reviewed, mine, address) {
  const sign = ({ mistake, before }) => (mistake ? "🟥" : before.value === "unknown" ? "⬜" : "🟩");
  const signs = reviewed ? movesBy(reviewed.moves, mine.length ? mine : ["x", "o"]).map(sign).join("") : "";
  return [`${title}: ${result.replace(/^You/, "I")}, ${plural(moves.length, "move")}`, signs, address].filter(Boolean).join("\n");
}
