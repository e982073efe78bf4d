/** What members of some sites noticed in one part of the drill; times in seconds. */
export type MovePart = {
  what: string;
  who: string;
  seconds: number;
  /** Writes that were answered with success. */
  acknowledged: number;
  /** The longest time without an answered write, and without an answered read, on the site where it was longest. */
  writes: number;
  reads: number;
  /** Answers 503 with `Retry-After`. */
  refused: number;
  /** All other answers that are no success, by what they were. */
  others: Record<string, number>;
};

const listOf = (others: Record<string, number>) =>
  Object.entries(others)
    .map(([what, count]) => `${count} × ${what}`)
    .join(", ") || "none";

export function moveTable(parts: readonly MovePart[]): string {
  const heads = [
    ...["what happened", "members of", "seconds", "acknowledged", "longest without a write, s"],
    ...["without a read, s", "503", "other answers"],
  ];
  const rows = parts.map(({ what, who, seconds, acknowledged, writes, reads, refused, others }) => [
    ...[what, who, seconds.toFixed(1), acknowledged, writes.toFixed(1), reads.toFixed(1), refused, listOf(others)],
  ]);
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
