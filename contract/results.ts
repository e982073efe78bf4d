import { z } from "zod";
import { defineCall } from "./call.ts";
import { columnList, columnValues } from "./columns.ts";
import { figureRoles } from "./constants.ts";
import { calendarDay } from "./text.ts";

/** How a visit began, as results are grouped. An empty text means none. It does not identify the visitor. */
export const originFields = [
  "lander",
  "slug",
  "variant",
  "network",
  "ref",
  "sub1",
  "sub2",
  "sub3",
  "language",
] as const;

export const dimensions = ["day", ...originFields] as const;
export type Dimension = (typeof dimensions)[number];

export const resultCounts = ["visits", "signups", "confirmations", "purchases"] as const;

export const resultRowsShown = 200;

const key = z.string().max(60, "invalid");
/** A site's key, by default the site of the request's host; the days (UTC, both included), by default the last 30. */
export const resultsQuery = z.object({
  site: key.optional(),
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  by: columnList(dimensions).optional(),
  only: columnValues(dimensions).optional(),
});

const count = z.int();
const share = z.number();
const counts = { visits: count, signups: count, confirmations: count, purchases: count };
/** The share of visits that became signups, and its 95 % interval; null: there were no visits. */
const rate = z.object({ value: share, low: share, high: share }).nullable();
const chosen = z.partialRecord(z.enum(dimensions), z.string());

const row = z.object({
  of: chosen,
  ...counts,
  rate,
  /** The first purchases in minor units, by currency; `contract/revenue.ts` has all that a source earned. */
  first_paid: z.record(z.string(), count),
});
export type ResultRow = z.output<typeof row>;

const comparison = z.object({
  lander: z.string(),
  variants: z.array(z.object({ variant: z.string(), visits: count, signups: count, rate })),
  /** Of the second variant minus the first: the 99 % interval. */
  difference: z.object({ low: share, high: share }),
  verdict: z.enum(["a", "b", "undecided", "too_few_visits"]),
  /** The visits that each variant needs before it is judged. */
  needed: count,
});
export type ResultComparison = z.output<typeof comparison>;

export const getResults = defineCall({
  method: "GET",
  path: "/api/staff-results.php",
  summary: "Visits, signups, confirmed addresses and first purchases by lander, network, sub id, language and day.",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  query: resultsQuery,
  answer: z.object({
    key,
    from: calendarDay,
    to: calendarDay,
    by: z.array(z.enum(dimensions)),
    only: chosen,
    total: row,
    days: z.array(z.object({ day: calendarDay, ...counts })),
    /** Those with the most visits first. */
    rows: z.array(row).max(resultRowsShown),
    more: z.boolean(),
    comparisons: z.array(comparison),
    /** Visitors who left on the first screen (R4.21, `lb`), most first; counted by day, screen and network only. */
    bounces: z.array(z.object({ screen: z.string(), network: z.string(), visits: count })).max(resultRowsShown),
  }),
});
