import type { Dice } from "#demo/random.ts";

type Levels = Record<string, readonly unknown[]>;
/** One level of each factor. */
export type Row<Factors extends Levels> = { [Name in keyof Factors]: Factors[Name][number] };

/** A covering array of strength two. Greedy: each row begins with a missing pair, and takes what adds most. */
export function coverPairs<const Factors extends Levels>(factors: Factors, { pick, some }: Dice): Row<Factors>[] {
  const names = Object.keys(factors);
  const levelsOf = (name: string) => [...(factors[name] ?? []).keys()];
  const pairOf = (a: string, atA: number, b: string, atB: number) =>
    a < b ? `${a}=${atA} ${b}=${atB}` : `${b}=${atB} ${a}=${atA}`;
  const missing = new Map<string, [string, number][]>();
  for (const [index, a] of names.entries()) {
    for (const b of names.slice(index + 1)) {
      for (const atA of levelsOf(a)) {
        for (const atB of levelsOf(b)) {
          missing.set(pairOf(a, atA, b, atB), [
            [a, atA],
            [b, atB],
          ]);
        }
      }
    }
  }
  const rows: Row<Factors>[] = [];
  while (missing.size > 0) {
    const row = new Map<string, number>(pick([...missing.values()]));
    for (const name of some(names, names.length)) {
      if (row.has(name)) continue;
      const gain = (level: number) =>
        [...row].filter(([other, at]) => missing.has(pairOf(name, level, other, at))).length;
      const most = Math.max(...levelsOf(name).map(gain));
      row.set(name, pick(levelsOf(name).filter((level) => gain(level) === most)));
    }
    for (const [a, atA] of row) for (const [b, atB] of row) if (a < b) missing.delete(pairOf(a, atA, b, atB));
    rows.push(Object.fromEntries([...row].map(([name, level]) => [name, factors[name]?.[level]])) as Row<Factors>);
  }
  return rows;
}
