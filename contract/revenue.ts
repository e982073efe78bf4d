import { z } from "zod";
import { defineCall } from "./call.ts";
import { columnList, columnValues } from "./columns.ts";
import { figureRoles } from "./constants.ts";
import { answeredMonths, askedMonths } from "./month-period.ts";

/** What a source is named by, from the coarse to the fine: a source of few buyers loses its last names first (0054). */
export const sourceFields = ["network", "ref", "lander", "sub1", "sub2", "sub3"] as const;
export type SourceField = (typeof sourceFields)[number];

export const revenueDimensions = ["month", "site", ...sourceFields] as const;
export type RevenueDimension = (typeof revenueDimensions)[number];

/** A source with fewer buyers, in all its time, is counted with others (0054). */
export const fewestBuyers = 10;

/** After how many days from the signup the value of a cohort is told. */
export const valueDays = [30, 90, 365] as const;

export const revenueCounts = [
  "visits",
  "signups",
  "confirmations",
  "buyers",
  "first_purchases",
  "later_purchases",
] as const;

export const revenueSums = ["first", "later", "refunds", "chargebacks", "revenue", "unspent"] as const;

export const revenueRowsShown = 200;

const key = z.string().max(60, "invalid");
const currency = z.string().regex(/^[A-Z]{3}$/, "invalid");

/** A site's key, by default all. */
const query = z.object({
  site: key.optional(),
  ...askedMonths,
  by: columnList(revenueDimensions).optional(),
  only: columnValues(sourceFields).optional(),
  currency: currency.optional(),
});

const count = z.int();
const minor = z.int();

const money = z.object({
  currency: z.string(),
  /** The first purchases of members. */
  first: minor,
  /** All others, and those of members who are erased since. */
  later: minor,
  refunds: minor,
  /** Less those that banks gave back to us. */
  chargebacks: minor,
  /** Purchases less refunds and chargebacks: what receipts less credit notes are. */
  revenue: minor,
  /** What refunding the credits of these purchases that are unspent by now would pay. */
  unspent: minor,
});
export type RevenueMoney = z.output<typeof money>;

const row = z.object({
  /** Null: sources of fewer than ten buyers, counted together. */
  of: z.partialRecord(z.enum(revenueDimensions), z.string().nullable()),
  /** Without a trace: the members are erased, and no one can tell any more which source brought them. */
  erased: z.boolean(),
  visits: count,
  signups: count,
  confirmations: count,
  /** Members who bought in the period. */
  buyers: count,
  first_purchases: count,
  later_purchases: count,
  money: z.array(money),
});
export type RevenueRow = z.output<typeof row>;

/** Members who signed up in the same months, by source; buyers of a month who are fewer than ten wait for the next. */
const cohort = z.object({
  /** The first of its months. */
  from: z.string(),
  /** The last one, of the source that waited longest for its ten buyers. */
  to: z.string(),
  signups: count,
  buyers: count,
  /** Of which ages all its members are, so that the value does not grow any more. */
  complete: z.array(z.union(valueDays.map((days) => z.literal(days)))),
  /** Purchases less refunds and chargebacks within so many days of the signup, in minor units. */
  values: z.array(z.object({ currency: z.string(), after: z.record(z.string(), minor) })),
});
export type RevenueCohort = z.output<typeof cohort>;

export const getRevenue = defineCall({
  method: "GET",
  path: "/api/staff-revenue.php",
  summary:
    "What sources earned: visits, signups, buyers, purchases, refunds, chargebacks and unspent credits by network, ref, lander, sub id, site and month, and the value of cohorts (R13.01).",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  query,
  answer: z.object({
    site: key.nullable(),
    ...answeredMonths,
    by: z.array(z.enum(revenueDimensions)),
    only: z.partialRecord(z.enum(sourceFields), z.string()),
    currency: currency.nullable(),
    total: row,
    /** Every month of the period. */
    months: z.array(row),
    /** By month if asked for; those with the most buyers first. */
    rows: z.array(row).max(revenueRowsShown),
    more: z.boolean(),
    cohorts: z.array(cohort),
  }),
});
