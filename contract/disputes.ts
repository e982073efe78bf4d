import { z } from "zod";
import { defineCall } from "./call.ts";
import { figureRoles } from "./constants.ts";
import { answeredMonths, askedMonths, month } from "./month-period.ts";

/**
 * How card schemes count, by number, not by amount. Visa (VAMP) divides the disputes of a month by the payments of the
 * same month; it also counts reports of fraud (TC40), which only the provider knows. Mastercard (ECM) divides the
 * chargebacks of a month by the payments of the month before. Sources: Visa Acquirer Monitoring Program fact sheet,
 * 2025; Mastercard Security Rules and Procedures, Excessive Chargeback Program.
 */
export const disputeCountings = ["visa", "mastercard"] as const;

/** `few`: too few payments and chargebacks to mean anything. */
export const disputeLevels = ["few", "fine", "warning", "alarm"] as const;
export type DisputeLevel = (typeof disputeLevels)[number];

/** How many chargebacks of 1,000 payments are a warning, and how many an alarm: both schemes act from 15 on. */
export const disputeLimits = { warning: 6, alarm: 9 } as const;

/** With fewer payments, fewer chargebacks than these mean nothing. */
export const fewestForRatio = { payments: 500, disputes: 3 } as const;

export const disputeRowsShown = 300;

/** How many days after a chargeback Visa takes evidence; Mastercard takes it for 45, and a provider may end sooner. */
export const contestDays = 30;

const key = z.string().max(60, "invalid");
const count = z.int();

/** The chargebacks of a month, and the payments that they are divided by. */
const share = z.object({
  payments: count,
  /** A fraction of 1; null: no payments. */
  ratio: z.number().nullable(),
  level: z.enum(disputeLevels),
});
export type DisputeShare = z.output<typeof share>;

/** What a card scheme takes for one merchant: a site, whose name the order carries, or all sites of a company. */
const merchant = z.object({
  /** Null: all sites of the company. */
  site: key.nullable(),
  name: z.string(),
});

const cards = merchant.extend({
  month,
  disputes: count,
  visa: share,
  mastercard: share,
  /** The worse of the two. */
  level: z.enum(disputeLevels),
});
export type CardDisputes = z.output<typeof cards>;

const others = merchant.extend({
  month,
  /** Empty: not known. */
  method: z.string(),
  disputes: count,
  payments: count,
});
export type OtherDisputes = z.output<typeof others>;

export const getDisputes = defineCall({
  method: "GET",
  path: "/api/staff-disputes.php",
  summary:
    "The share of card payments that banks took back, as Visa and Mastercard count it, by month, site and company; other methods apart (R13.04).",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  /** A site's key, by default all. */
  query: z.object({ site: key.optional(), ...askedMonths }),
  answer: z.object({
    site: key.nullable(),
    ...answeredMonths,
    /** The newest month first. */
    cards: z.array(cards).max(disputeRowsShown),
    others: z.array(others).max(disputeRowsShown),
    /** There are more rows than these. */
    more: z.boolean(),
  }),
});
