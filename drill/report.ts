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

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const seconds = (rounds: readonly Round[], of: (round: Round) => number) => {
  const all = rounds.map(of);
  return `${median(all).toFixed(1)} / ${Math.max(...all).toFixed(1)}`;
};

/** The table of the operators' page: a line for each fault. Times are the median and the worst. */
export function drillTable(rounds: readonly Round[]): string {
  const heads = [
    "fault",
    "rounds",
    "acknowledged",
    "lost",
    "doubled",
    "two primaries",
    "wrong wallets",
    "writes again after s",
    "reads again after s",
    "streams again after s",
    "503",
    "other answers",
  ];
  const lines = [...Map.groupBy(rounds, ({ fault }) => fault)].map(([fault, own]) => {
    const sum = (of: (round: Round) => number) => own.reduce((total, round) => total + of(round), 0);
    const others = new Map<string, number>();
    for (const each of own) {
      for (const [what, count] of Object.entries(each.others)) others.set(what, (others.get(what) ?? 0) + count);
    }
    return [
      fault,
      own.length,
      sum(({ acknowledged }) => acknowledged),
      sum(({ lost }) => lost),
      sum(({ doubled }) => doubled),
      sum(({ overlaps }) => overlaps),
      sum(({ wrongWallets }) => wrongWallets),
      seconds(own, ({ writesBack }) => writesBack),
      seconds(own, ({ readsBack }) => readsBack),
      seconds(own, ({ streamsBack }) => streamsBack),
      sum(({ refused }) => refused),
      [...others].map(([what, count]) => `${count} × ${what}`).join(", ") || "none",
    ];
  });
  return [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
