import type { PageFigures } from "./page.ts";
import { atLeast, atMost, type Goal } from "./report.ts";

/** Bytes in kB, milliseconds, and Lighthouse's scores of 100; for each kind of pages the worst page is compared. */
const pageBudgets = {
  visitors: { scripts: 125, styles: 20, total: 180, lcp: 1800, cls: 0.02, inp: 100 },
  members: { scripts: 185, styles: 25, total: 260, lcp: 2200, cls: 0.05, inp: 150 },
};

/** The budgets of `figures`, the worst page of each kind against its goal. */
export function pageGoals(figures: Record<string, PageFigures>): Goal[] {
  return (["visitors", "members"] as const).flatMap((audience) => {
    const pages = Object.entries(figures).filter(([, page]) => page.for === audience);
    const budget = pageBudgets[audience];
    const most = (what: string, of: (page: PageFigures) => number, goal: number) => {
      const [[name, page] = ["", undefined]] = pages.sort(([, one], [, other]) => of(other) - of(one));
      return atMost(`pages of ${audience}: ${what} (${name})`, page === undefined ? 0 : of(page), goal);
    };
    const scored = pages.flatMap(([name, { lighthouse, listed }]) =>
      lighthouse ? [{ name, lighthouse, listed }] : [],
    );
    const least = (what: keyof NonNullable<PageFigures["lighthouse"]>, goal: number) => {
      const fitting = what === "seo" ? scored.filter(({ listed }) => listed) : scored;
      const [worst] = fitting.sort((one, other) => one.lighthouse[what] - other.lighthouse[what]);
      return atLeast(`pages of ${audience}: Lighthouse, ${what} (${worst?.name})`, worst?.lighthouse[what] ?? 0, goal);
    };
    return [
      most("kB of scripts", ({ scripts }) => scripts / 1000, budget.scripts),
      most("kB of styles", ({ styles }) => styles / 1000, budget.styles),
      most("kB without photos", ({ total }) => total / 1000, budget.total),
      most("LCP in ms", ({ lcp }) => lcp, budget.lcp),
      most("CLS", ({ cls }) => cls, budget.cls),
      most("INP in ms", ({ inp }) => inp, budget.inp),
      least("performance", 95),
      least("accessibility", 100),
      least("best-practices", 100),
      // search engines get neither members' pages nor the landing page of a member
      ...(audience === "visitors" ? [least("seo", 100)] : []),
    ];
  });
}
