import { Agent } from "node:http";
import { type Cpu, cpuOfEach, withCpu } from "./cpu.ts";
import type { BenchSite } from "./database.ts";
import { ask, type HttpRequest, openRate, sendAtRandom, summarise } from "./load.ts";
import { prepareViewers } from "./members.ts";
import { atLeast, atMost, cpuColumn, digits, figuresTable, type Goal, type Part, sidesTable } from "./report.ts";
import { readResults, usualMembers } from "./results.ts";
import { httpSide, measureInTurn, median, type RunLength, type Side } from "./rounds.ts";
import { allCases, findNarrowSearches, pick, searchMixes } from "./searches.ts";

/** The narrow search: the baseline, then the product. */
export async function searchSides(site: BenchSite): Promise<[Side, Side]> {
  const searches = await findNarrowSearches(site);
  const bare = httpSide("bare HTTP, cards and total", site.bare, () => {
    return { method: "GET", path: `/members?${new URLSearchParams(pick(searches).bare)}`, headers: {} };
  });
  return [bare, httpSide("product", site.product, () => pick(searches).product)];
}

export async function search(site: BenchSite, how: RunLength): Promise<Part> {
  const sides = await measureInTurn(await searchSides(site), { ...how, meter: site.meter });
  const [bare, product] = sides;
  const goals = [
    atLeast("narrow search: rate ÷ bare HTTP's", median(product.perSecond) / median(bare.perSecond), 0.6),
    atMost("narrow search: CPU of the database ÷ bare HTTP's", product.cpu.database / bare.cpu.database, 1.3),
    atMost("narrow search: CPU ms of the server", product.cpu.server, 0.7),
  ];
  return { sides, goals, text: sidesTable("narrow search", sides, product) };
}

/** Each case, on the product only. */
export async function cases(site: BenchSite, { rounds, seconds }: RunLength): Promise<Part> {
  const all = await allCases(site, await prepareViewers(site));
  const sides = await measureInTurn(
    all.map(({ name, next }) => httpSide(name, site.product, next)),
    { rounds, seconds: seconds / 2, meter: site.meter },
  );
  return { sides, goals: [], text: sidesTable("search by the product", sides) };
}

/** Milliseconds from a request's arrival to its complete answer, and of CPU per answer. */
type OpenLoad = { p50: number; p95: number; p99: number; cpu: Cpu; answers: number; seconds: number };
type OpenFigures = Record<"usual" | "adversarial", OpenLoad>;

/** Warms the product up for a fifth of the time, then measures. A request's time counts from its arrival. */
async function measureOpenLoad(site: BenchSite, seconds: number, next: () => HttpRequest): Promise<OpenLoad> {
  const agent = new Agent({ keepAlive: true });
  const run = async (duration: number) => {
    const times: number[] = [];
    await sendAtRandom(openRate, duration, async (arrived) => {
      await ask(agent, site.product, next());
      times.push(performance.now() - arrived);
    });
    return summarise(times, duration);
  };
  await run(seconds / 5);
  const { result, cpu } = await withCpu(site.meter, () => run(seconds));
  agent.destroy();
  const { p50, p95, p99, done: answers } = result;
  return { p50, p95, p99, cpu: cpuOfEach(cpu, answers), answers, seconds };
}

/** Goals for a million members compared with 200,000, if an earlier run stored the figures of the other size. */
function growthGoals(members: number, figures: OpenFigures): Goal[] {
  const other: OpenFigures | undefined = readResults(members === usualMembers ? 1_000_000 : usualMembers).open?.figures;
  if (other === undefined) return [];
  const [small, large] = members === usualMembers ? [figures, other] : [other, figures];
  const cpuOf = ({ cpu }: OpenLoad) => cpu.database + cpu.server;
  return (["usual", "adversarial"] as const).map((mix) =>
    atMost(`open load, ${mix}: CPU of the larger site ÷ the smaller's`, cpuOf(large[mix]) / cpuOf(small[mix]), 1.6),
  );
}

/** The open load takes twenty times as long as one run of a side: a p99 needs thousands of answers. */
export async function open(site: BenchSite, { seconds }: RunLength): Promise<Part> {
  const mixes = await searchMixes(site);
  const figures = {
    usual: await measureOpenLoad(site, seconds * 20, mixes.usual),
    adversarial: await measureOpenLoad(site, seconds * 20, mixes.adversarial),
  };
  const isLarge = site.members > usualMembers;
  const goals = [
    atMost("open load, usual: p50 in ms", figures.usual.p50, 8),
    atMost("open load, usual: p95 in ms", figures.usual.p95, 25),
    atMost("open load, usual: p99 in ms", figures.usual.p99, 50),
    atMost("open load, adversarial: p95 in ms", figures.adversarial.p95, isLarge ? 50 : 30),
    atMost("open load, adversarial: p99 in ms", figures.adversarial.p99, isLarge ? 100 : 80),
    ...growthGoals(site.members, figures),
  ];
  const text = figuresTable(`search, ${openRate} a second at random`, figures, {
    answers: ({ answers }) => String(answers),
    "p50 ms": ({ p50 }) => digits(p50),
    "p95 ms": ({ p95 }) => digits(p95),
    "p99 ms": ({ p99 }) => digits(p99),
    ...cpuColumn,
  });
  return { figures, goals, text };
}
