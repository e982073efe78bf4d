// CPU of the most frequent calls on a small site, in two minutes: for a change that must not make them slower.
import { actions, prepareTalkers } from "./capacity.ts";
import type { Cpu } from "./cpu.ts";
import { openDatabase } from "./database.ts";
import { startServers } from "./programs.ts";
import { cpuColumn, figuresTable } from "./report.ts";
import { measureInTurn, type Side } from "./rounds.ts";
import { createHttpSide, firstPages, pick, searchSides } from "./search.ts";
import { sendSides } from "./send.ts";
import { prepareViewers } from "./viewers.ts";

/** Milliseconds of CPU per call, by the name of the call. */
export type Quick = Record<string, Cpu>;

const members = 20_000;
const bare = ["bare HTTP, 5 statements", "bare HTTP, cards and total"];
const cases = ["country and ages", "within 100 km, nearest", "best of some", "everyone, last active"];

const cpuOf = (cpu: Cpu | undefined) => (cpu ? cpu.database + cpu.server : Number.NaN);

/**
 * The calls beside those of an earlier run. Both are in yardsticks, the CPU of the two bare routes of the same run, so
 * that runs of different machines can be compared.
 */
export function quickTable(now: Quick, before: Quick): string {
  const inYardsticks = (run: Quick, name: string) =>
    cpuOf(run[name]) / bare.reduce((sum, route) => sum + cpuOf(run[route]), 0);
  const rows = Object.entries(now).map(([name, cpu]) => {
    return [name, { cpu, current: inYardsticks(now, name), earlier: inYardsticks(before, name) }] as const;
  });
  return figuresTable("call", Object.fromEntries(rows), {
    ...cpuColumn,
    "in yardsticks": ({ current }) => current.toFixed(2),
    committed: ({ earlier }) => (Number.isNaN(earlier) ? "new" : earlier.toFixed(2)),
    "more by": ({ current, earlier }) =>
      Number.isNaN(earlier) ? "" : `${Math.round((current / earlier - 1) * 100)} %`,
  });
}

export async function measureQuick(say: (line: string) => void): Promise<Quick> {
  const database = await openDatabase(members, undefined, say);
  const servers = await startServers(database);
  try {
    const talkers = await prepareTalkers(database, 32);
    const named = (sides: Side[], product: string) =>
      sides
        .filter(({ name }) => name === "product" || bare.includes(name))
        .map(({ name, run }) => ({ name: name === "product" ? product : name, run }));
    const sides = [
      ...named((await sendSides(database, servers)).sides, "send"),
      ...named(await searchSides(database, servers), "narrow search"),
      ...firstPages(await prepareViewers(database))
        .filter(({ name }) => cases.includes(name))
        .map(({ name, next }) => createHttpSide(name, servers.product, next)),
      ...actions
        .filter(({ name }) => name !== "search" && name !== "paid message")
        .map(({ name, requests }) => createHttpSide(name, servers.product, () => pick(requests(pick(talkers))))),
    ];
    const measured = await measureInTurn(sides, { rounds: 4, seconds: 1, meter: database.meter });
    return Object.fromEntries(measured.map(({ name, cpu }) => [name, cpu]));
  } finally {
    await servers.stop();
    await database.stop();
  }
}
