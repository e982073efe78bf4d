import { z } from "zod";
import { defineCall } from "./call.ts";
import { figureRoles, largestInteger } from "./constants.ts";
import { month } from "./month-period.ts";
import { siteKey } from "./site-key.ts";
import { chosenSite } from "./staff-sites.ts";
import { calendarDay, freeText } from "./text.ts";

/** The most rows of each list on a partner's page. */
export const partnerRowsShown = 60;

const id = z.uuid("invalid");
const minor = z.int("invalid").min(0, "too_small").max(largestInteger, "too_big");
const currency = z.string().regex(/^[A-Z]{3}$/, "invalid");
const name = freeText(70);
const network = freeText(100);
/** As typed; the server takes the blanks out and checks the digits. Empty: none is known yet. */
const iban = z.string("invalid").max(60, "too_long");

/** What is paid for what happens from a day on. */
const terms = z.object({
  /** For a confirmed signup, and for a member's first purchase, in the partner's currency. */
  signup: minor,
  buyer: minor,
  /** Of a purchase, without VAT and without what went back, in hundredths of a percent. */
  share: z.int("invalid").min(0, "too_small").max(10_000, "too_big"),
  /** For how many days it is held back. */
  hold: z.int("invalid").min(0, "too_small").max(180, "too_big"),
});
const datedTerms = terms.extend({ from: z.iso.date() });
export type PartnerTerms = z.output<typeof datedTerms>;

const sum = z.object({ currency: z.string(), amount: z.int() });

const partnerRow = z.object({
  id: z.uuid(),
  name: z.string(),
  networks: z.array(z.string()),
  /** Masked; null: none is known yet. */
  iban: z.string().nullable(),
  /** The terms of today. */
  terms: datedTerms.nullable(),
  /** What is owed by the statements so far; below 0: carried to later ones. */
  owed: z.array(sum),
});
export type PartnerRow = z.output<typeof partnerRow>;

const payoutList = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  currency: z.string(),
  payouts: z.int(),
  amount: z.int(),
  proposer: z.string(),
  confirmer: z.string(),
});
export type PayoutList = z.output<typeof payoutList>;

const shownPartners = chosenSite.extend({
  partners: z.array(partnerRow),
  /** What a list of each currency would pay now. */
  payable: z.array(sum.extend({ payouts: z.int() })),
  /** A list waits for a second person. */
  waiting: z.boolean(),
  /** There is no second person who could confirm one. */
  alone: z.boolean(),
  lists: z.array(payoutList).max(partnerRowsShown),
});

export const getPartners = defineCall({
  method: "GET",
  path: "/api/staff-partners.php",
  summary: "The partners of a site, what each is owed, and the payouts so far (R13.02).",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  query: z.object({ site: siteKey.optional() }),
  answer: shownPartners,
});

export const addPartner = defineCall({
  method: "POST",
  path: "/api/staff-partners.php",
  summary: "Add a partner, who earns by a network from today on (R13.02).",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  body: z.object({ site: siteKey, name, network, currency, iban, least: minor.min(1, "too_small"), ...terms.shape }),
  answer: shownPartners,
});

export const proposePayout = defineCall({
  method: "POST",
  path: "/api/staff-partner-payouts.php",
  summary: "Propose to pay partners what they are owed in a currency; a second person always confirms it (R13.02).",
  who: "staff",
  sites: "own",
  roles: figureRoles,
  body: z.object({ site: siteKey, currency, iban }),
  answer: shownPartners,
  errors: ["staff_item_gone"],
});

const statement = z.object({
  month,
  currency: z.string(),
  signups: z.int(),
  signups_amount: z.int(),
  buyers: z.int(),
  buyers_amount: z.int(),
  sales: z.int(),
  sales_amount: z.int(),
  reversals: z.int(),
  /** 0 or below. */
  reversals_amount: z.int(),
  earned: z.int(),
});
export type PartnerStatement = z.output<typeof statement>;

const payout = sum.extend({ at: z.iso.datetime() });

const shownPartner = partnerRow.extend({
  site: siteKey,
  currency: z.string(),
  least: z.int(),
  /** The address of the partner's own page; null: there is none. */
  link: z.string().nullable(),
  /** The newest first. */
  all_terms: z.array(datedTerms).max(partnerRowsShown),
  statements: z.array(statement).max(partnerRowsShown),
  payouts: z.array(payout).max(partnerRowsShown),
});
export type ShownPartner = z.output<typeof shownPartner>;

const ofPartner = { who: "staff", sites: "own", roles: figureRoles, answer: shownPartner } as const;

export const getPartner = defineCall({
  method: "GET",
  path: "/api/staff-partner.php",
  summary: "A partner with its terms, statements and payouts (R13.02).",
  ...ofPartner,
  query: z.object({ id }),
  errors: ["staff_item_gone"],
});

export const changePartner = defineCall({
  method: "PUT",
  path: "/api/staff-partner.php",
  summary: "Change a partner's name, bank account and least payout; an empty bank account stays as it is (R13.02).",
  ...ofPartner,
  body: z.object({ id, name, iban, least: minor.min(1, "too_small") }),
  errors: ["staff_item_gone"],
});

export const setPartnerTerms = defineCall({
  method: "PUT",
  path: "/api/staff-partner-terms.php",
  summary: "Set what a partner is paid for what happens from a day on, which is not over yet (R13.02).",
  ...ofPartner,
  body: terms.extend({ id, from: calendarDay }),
  errors: ["staff_item_gone"],
});

export const addPartnerNetwork = defineCall({
  method: "POST",
  path: "/api/staff-partner-network.php",
  summary: "Add a name by which a partner's links come from today on, such as after a network was renamed (R13.02).",
  ...ofPartner,
  body: z.object({ id, network }),
  errors: ["staff_item_gone"],
});

export const changePartnerLink = defineCall({
  method: "PUT",
  path: "/api/staff-partner-link.php",
  summary: "Make a new link to a partner's own page, which ends the one before, or revoke it (R13.02).",
  ...ofPartner,
  body: z.object({ id, open: z.boolean("invalid") }),
  errors: ["staff_item_gone"],
});

const partnersPage = z.object({
  name: z.string(),
  owed: z.array(sum),
  /** Fewer than ten members bought: no statement is shown (0054). */
  few: z.boolean(),
  statements: z.array(statement).max(partnerRowsShown),
  payouts: z.array(payout).max(partnerRowsShown),
});
export type PartnersPage = z.output<typeof partnersPage>;

export const openPartnersPage = defineCall({
  method: "GET",
  path: "/api/partner-page.php",
  summary: "A partner's statements and payouts by its link, without a login (R13.02).",
  who: "anyone",
  rate: "search",
  query: z.object({ token: z.string("invalid").max(200, "invalid") }),
  answer: z.object({ partner: partnersPage }),
  errors: ["link_invalid"],
  // a partner is owed money after the site has closed
  whileClosed: true,
});
