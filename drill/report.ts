/** What one fault did; times in seconds. */
export type Round = {
  fault: string;
  /** Writes that were answered with success. */
  acknowledged: number;
  /** Acknowledged, and not there. */
  lost: number;
  /** There more than once. */
  doubled: number;
  /** Wallets that are not the sum of their ledger. */
  wrongWallets: number;
  /** What was lost, doubled or wrong, by its name. */
  wrong: string[];
  writesBack: number;
  readsBack: number;
  streamsBack: number;
  /** Answers other than success and 503 with `Retry-After`, by what they were. */
  others: Record<string, number>;
  /** The same with the addresses that were asked. */
  places: Record<string, number>;
  refused: number;
  /** Writes that two machines took at the same time. */
  overlaps: number;
  /** From the fault's end until all three machines were well again. */
  healed: number;
  /** How long the round took. */
  took: number;
};

type Column = (rounds: readonly Round[]) => string | number;

function sum(of: (round: Round) => number): Column {
  return (rounds) => rounds.reduce((total, round) => total + of(round), 0);
}

/** The median and the worst. */
function seconds(of: (round: Round) => number): Column {
  return (rounds) => {
    const sorted = rounds.map(of).sort((a, b) => a - b);
    return [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((time) => time?.toFixed(1)).join(" / ");
  };
}

function countOthers(rounds: readonly Round[]): string {
  const others = new Map<string, number>();
  for (const [what, count] of rounds.flatMap((round) => Object.entries(round.others))) {
    others.set(what, (others.get(what) ?? 0) + count);
  }
  return [...others].map(([what, count]) => `${count} × ${what}`).join(", ") || "none";
}

const columns: [head: string, show: Column][] = [
  ["fault", ([round]) => round?.fault ?? ""],
  ["rounds", (rounds) => rounds.length],
  ["acknowledged", sum(({ acknowledged }) => acknowledged)],
  ["lost", sum(({ lost }) => lost)],
  ["doubled", sum(({ doubled }) => doubled)],
  ["two primaries", sum(({ overlaps }) => overlaps)],
  ["wrong wallets", sum(({ wrongWallets }) => wrongWallets)],
  ["writes again after s", seconds(({ writesBack }) => writesBack)],
  ["reads again after s", seconds(({ readsBack }) => readsBack)],
  ["streams again after s", seconds(({ streamsBack }) => streamsBack)],
  ["503", sum(({ refused }) => refused)],
  ["other answers", countOthers],
];

/** The table of the operators' page: a line for each fault. Times are the median and the worst. */
export function drillTable(rounds: readonly Round[]): string {
  const faults = [...Map.groupBy(rounds, ({ fault }) => fault).values()];
  const heads = columns.map(([head]) => head);
  const lines = [heads, heads.map(() => "---"), ...faults.map((own) => columns.map(([, show]) => show(own)))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
