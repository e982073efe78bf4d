import type { PageFigures } from "./page.ts";
import { atLeast, atMost, type Goal } from "./report.ts";

type Column = [what: string, of: (page: PageFigures) => number | undefined, visitors: number, members?: number];

/** Budgets of pages of visitors, and of members: bytes in kB, and milliseconds. */
const most: Column[] = [
  ["kB of scripts", ({ scripts }) => scripts / 1000, 125, 185],
  ["kB of styles", ({ styles }) => styles / 1000, 20, 25],
  ["kB without photos", ({ total }) => total / 1000, 180, 260],
  ["LCP in ms", ({ lcp }) => lcp, 1800, 2200],
  ["CLS", ({ cls }) => cls, 0.02, 0.05],
  ["INP in ms", ({ inp }) => inp, 100, 150],
];
/** Scores of 100. Search engines get neither members' pages nor the landing page of a member. */
const least: Column[] = [
  ["Lighthouse, performance", ({ lighthouse }) => lighthouse?.performance, 95, 95],
  ["Lighthouse, accessibility", ({ lighthouse }) => lighthouse?.accessibility, 100, 100],
  ["Lighthouse, best-practices", ({ lighthouse }) => lighthouse?.["best-practices"], 100, 100],
  ["Lighthouse, seo", ({ lighthouse, listed }) => (listed ? lighthouse?.seo : undefined), 100],
];

/** The budgets of `figures`: of each kind of pages the worst page is compared with its goal. */
export function pageGoals(figures: Record<string, PageFigures>): Goal[] {
  return (["visitors", "members"] as const).flatMap((audience) => {
    const pages = Object.entries(figures).filter(([, page]) => page.for === audience);
    const worst = (of: Column[1], worse: 1 | -1) =>
      pages
        .map(([name, page]) => ({ name, value: of(page) }))
        .filter(({ value }) => value !== undefined)
        .sort((one, other) => worse * ((other.value ?? 0) - (one.value ?? 0)))[0];
    const compare = (columns: Column[], atGoal: typeof atMost, worse: 1 | -1) =>
      columns.flatMap(([what, of, ...goals]) => {
        const goal = goals[audience === "visitors" ? 0 : 1];
        const page = worst(of, worse);
        const title = `pages of ${audience}: ${what} (${page?.name})`;
        return goal === undefined ? [] : [atGoal(title, page?.value ?? 0, goal)];
      });
    return [...compare(most, atMost, 1), ...compare(least, atLeast, -1)];
  });
}
