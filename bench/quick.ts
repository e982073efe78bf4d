// CPU of the most frequent calls on a small site, in two minutes: for a change that must not make them slower.
import { actions, prepareTalkers } from "./capacity.ts";
import type { Cpu } from "./cpu.ts";
import { openSite } from "./database.ts";
import { prepareViewers } from "./members.ts";
import { cpuColumn, figuresTable, type Part } from "./report.ts";
import { readResults, usualMembers } from "./results.ts";
import { httpSide, measureInTurn } from "./rounds.ts";
import { searchSides } from "./search.ts";
import { firstPages, pick } from "./searches.ts";
import { sendSides } from "./send.ts";

/** Milliseconds of CPU per call, by the name of the call. */
type Quick = Record<string, Cpu>;

const members = 20_000;
const cases = ["country and ages", "within 100 km, nearest", "best of some", "everyone, last active"];

/** The CPU of a call in yardsticks, that of the two bare routes of the same run; undefined if it was not measured. */
function inYardsticks(figures: Quick, name: string): number | undefined {
  const cpuOf = (call: string) => (figures[call] ? figures[call].database + figures[call].server : 0);
  const yardstick = cpuOf("bare HTTP, 5 statements") + cpuOf("bare HTTP, cards and total");
  return figures[name] && cpuOf(name) / yardstick;
}

/** The calls beside those of an earlier run, in yardsticks, so that runs of different machines can be compared. */
function quickTable(now: Quick, before: Quick): string {
  const rows = Object.entries(now).map(([name, cpu]) => {
    return [name, { cpu, current: inYardsticks(now, name) ?? 0, earlier: inYardsticks(before, name) }] as const;
  });
  return figuresTable("call", Object.fromEntries(rows), {
    ...cpuColumn,
    "in yardsticks": ({ current }) => current.toFixed(2),
    committed: ({ earlier }) => earlier?.toFixed(2) ?? "new",
    "more by": ({ current, earlier }) => (earlier ? `${Math.round((current / earlier - 1) * 100)} %` : ""),
  });
}

/** The most frequent calls, compared with those of `results.json`. */
export async function quick(): Promise<Part> {
  await using site = await openSite(members);
  const talkers = await prepareTalkers(site, 32);
  const viewers = await prepareViewers(site);
  const [, bareSend, send] = await sendSides(site);
  const [bareSearch, search] = await searchSides(site);
  const sides = [
    bareSend,
    { ...send, name: "send" },
    bareSearch,
    { ...search, name: "narrow search" },
    ...firstPages(viewers)
      .filter(({ name }) => cases.includes(name))
      .map(({ name, next }) => httpSide(name, site.product, next)),
    ...actions
      .filter(({ name }) => name !== "search" && name !== "paid message")
      .map(({ name, requests }) => httpSide(name, site.product, () => pick(requests(pick(talkers))))),
  ];
  const measured = await measureInTurn(sides, { rounds: 4, seconds: 1, meter: site.meter });
  const figures = Object.fromEntries(measured.map(({ name, cpu }) => [name, cpu]));
  return { figures, goals: [], text: quickTable(figures, readResults(usualMembers).quick?.figures ?? {}) };
}
