import { type Cpu, cpuOfEach, withCpu } from "./cpu.ts";
import type { BenchSite } from "./database.ts";
import { ask, type HttpRequest, openRate, sendAtRandom, summarise } from "./load.ts";
import { prepareViewers } from "./members.ts";
import { atLeast, atMost, cpuColumn, digits, figuresTable, type Part, readResults, sidesTable } from "./report.ts";
import { httpSide, measureInTurn, median, type RunLength } from "./rounds.ts";
import { allCases, findNarrowSearches, pick, searchMixes } from "./searches.ts";

/** The narrow search: the baseline, then the product. */
export async function search(site: BenchSite, how: RunLength): Promise<Part> {
  const searches = await findNarrowSearches(site, await prepareViewers(site));
  const sides = await measureInTurn(site, how, [
    httpSide("bare HTTP, cards and total", site.bare, () => pick(searches).bare),
    httpSide("product", site.product, () => pick(searches).product),
  ]);
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
  const all = [...(await allCases(site, await prepareViewers(site)))];
  const kinds = all.map(([name, next]) => httpSide(name, site.product, next));
  const sides = await measureInTurn(site, { rounds, seconds: seconds / 2 }, kinds);
  return { sides, goals: [], text: sidesTable("search by the product", sides) };
}

/** Milliseconds from a request's arrival to its complete answer, and of CPU per answer. */
type OpenLoad = { p50: number; p95: number; p99: number; cpu: Cpu; answers: number; seconds: number };
const totalCpu = ({ cpu }: OpenLoad) => cpu.database + cpu.server;

/** Warms the product up for a fifth of the time, then measures. A request's time counts from its arrival. */
async function measureOpenLoad(site: BenchSite, seconds: number, next: () => HttpRequest): Promise<OpenLoad> {
  const run = async (duration: number) => {
    const times: number[] = [];
    await sendAtRandom(openRate, duration, async (arrived) => {
      await ask(site.product, next());
      times.push(performance.now() - arrived);
    });
    return summarise(times, duration);
  };
  await run(seconds / 5);
  const { result, cpu } = await withCpu(site.meter, () => run(seconds));
  const { p50, p95, p99, done: answers } = result;
  return { p50, p95, p99, cpu: cpuOfEach(cpu, answers), answers, seconds };
}

/** The open load takes twenty times as long as one run of a side: a p99 needs thousands of answers. */
export async function open(site: BenchSite, { seconds }: RunLength): Promise<Part> {
  const mixes = await searchMixes(site);
  const usual = await measureOpenLoad(site, seconds * 20, mixes.usual);
  const adversarial = await measureOpenLoad(site, seconds * 20, mixes.adversarial);
  const figures = { usual, adversarial };
  const goals = [
    atMost("open load, usual: p50 in ms", usual.p50, 8),
    atMost("open load, usual: p95 in ms", usual.p95, 25),
    atMost("open load, usual: p99 in ms", usual.p99, 50),
    atMost("open load, adversarial: p95 in ms", adversarial.p95, site.isLarge ? 50 : 30),
    atMost("open load, adversarial: p99 in ms", adversarial.p99, site.isLarge ? 100 : 80),
  ];
  // of 200,000 members, if an earlier run stored it
  const small: Record<keyof typeof mixes, OpenLoad> | undefined = site.isLarge && readResults().open?.figures;
  for (const mix of ["usual", "adversarial"] as const) {
    const growth = small && totalCpu(figures[mix]) / totalCpu(small[mix]);
    if (growth) goals.push(atMost(`open load, ${mix}: CPU of the larger site ÷ the smaller's`, growth, 1.6));
  }
  const text = figuresTable(`search, ${openRate} a second at random`, figures, {
    answers: ({ answers }) => String(answers),
    "p50 ms": ({ p50 }) => digits(p50),
    "p95 ms": ({ p95 }) => digits(p95),
    "p99 ms": ({ p99 }) => digits(p99),
    ...cpuColumn,
  });
  return { figures, goals, text };
}
