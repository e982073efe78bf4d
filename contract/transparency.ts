import { z } from "zod";
import { defineCall } from "./call.ts";

/** A number below this could point at a person: it is only published together with others, or not at all. */
export const smallestPublished = 5;

/** A number; null: it is neither 0 nor large enough to be published. */
const publishedCount = z.int().nullable();

/** How many of each kind; kinds that are too few are counted together. */
const tally = z.object({
  total: publishedCount,
  /** The largest first. */
  rows: z.array(z.object({ kind: z.string(), count: z.int() })),
  /** All kinds that have no row. */
  rest: z.int(),
});
export type Tally = z.output<typeof tally>;

/** The numbers about a year that are published (DSA, articles 15 and 24). */
export const transparency = z.object({
  year: z.int(),
  /** The last day that is counted: of the present year only whole months. */
  until: z.iso.date(),
  reports: tally,
  closed: z.object({ total: publishedCount, median_seconds: z.number().nullable() }),
  /** How many of the reports are notices of illegal content by anyone (article 16). */
  notices: z.object({ total: publishedCount }),
  decisions: tally,
  /** How the team came to know: `notice`, `own_initiative`, `program` (points out, or decides by itself). */
  sources: tally,
  objections: z.object({ total: publishedCount }),
  answered: tally,
  /** The median from an appeal to its answer; null: too few. */
  answered_median_seconds: z.number().nullable(),
  /** How appeals against decisions of programs ended, by `upheld` and `rejected` (article 15(1)(e)). */
  programs: tally,
});
export type Transparency = z.output<typeof transparency>;

export const getTransparency = defineCall({
  method: "GET",
  path: "/api/transparency.php",
  summary: "What was reported on the site in a year, what its team decided, and how long it took; an hour old at most.",
  who: "anyone",
  whileClosed: true,
  query: z.object({
    year: z.coerce.number("invalid").int("invalid").min(2000, "too_small").max(9999, "too_big").optional(),
  }),
  answer: z.object({
    years: z.array(z.int()),
    numbers: transparency,
  }),
});

/** The path of the same numbers as CSV; its query is that of `getTransparency`. */
export const transparencyCsv = "/transparency.csv";
