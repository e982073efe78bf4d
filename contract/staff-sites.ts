import { z } from "zod";
import { defineCall } from "./call.ts";
import { adminRoles, languages } from "./constants.ts";
import { discountValidities } from "./discounts.ts";
import { editablePages, ownSections, sectionText } from "./page-sections.ts";
import { countryCode } from "./places.ts";
import { namedSite, siteKey } from "./site-key.ts";
import { companyInfo, settings } from "./sites.ts";
import { nextTerms } from "./terms.ts";
import { calendarDay } from "./text.ts";

const postback = z.object({
  network: z.string("invalid").max(200, "too_long"),
  steps: z.array(z.string("invalid").max(40, "too_long")).max(10, "too_big"),
  sums_url: z.string("invalid").max(4000, "too_long").optional(),
  url: z.string("invalid").max(4000, "too_long").optional(),
});
const bundlesValue = z.object({
  currency: z.string("invalid").max(10, "invalid"),
  vat_percent: z.number("invalid"),
  /** Minor units with VAT, by the number of credits. */
  prices: z.record(z.string().max(10, "invalid"), z.number("invalid")),
});
export const companyRef = z.object({ id: z.int(), name: z.string().max(120) });
const giftFactorsValue = z.record(z.string().max(40, "invalid"), z.number("invalid"));
export const siteValue = z.union(
  [
    z.string().max(8000),
    z.number(),
    z.boolean(),
    z.array(z.union([z.string().max(300), postback])).max(300),
    bundlesValue,
    sectionText,
    giftFactorsValue,
    companyRef,
  ],
  "invalid",
);
export type SiteValue = z.output<typeof siteValue>;

/**
 * One changed value: a setting's key, `company` (which one runs the site), `company.<field>`, `hosts`,
 * `bundles.<country>` (`elsewhere`: all countries without bundles of their own), `words.<catalog>.<language>.<text>`,
 * or `pages.<page>.<language>.<section>`, which `changePageText` changes. A missing value is the default; of a
 * company: one of the site's own; of bundles: none; of words and pages: the built-in text.
 */
export const siteChange = z.object({
  name: z.string("required").min(1, "required").max(60, "invalid"),
  before: siteValue.optional(),
  after: siteValue.optional(),
});
export type SiteChange = z.output<typeof siteChange>;

export const shownSetting = z.object({
  name: z.string(),
  /** In the caller's language, as the description is. */
  label: z.string(),
  description: z.string(),
  kind: z.enum(["switch", "number", "text", "choice", "choices", "list", "postbacks", "gifts"]),
  options: z.array(z.string()),
  least: z.number().nullable(),
  most: z.number().nullable(),
  /** Every site has to set it: it can't return to its default. */
  required: z.boolean(),
  /** Missing: the site has the default. */
  saved: siteValue.optional(),
  fallback: siteValue,
  /** The terms name it: a change to the members' disadvantage waits for the next terms. */
  promised: z.boolean(),
  /** What the next terms change it to, missing: to the default; `from`: their day, null for a draft. */
  coming: z.object({ value: siteValue.optional(), from: z.iso.date().nullable() }).optional(),
});
export type ShownSetting = z.output<typeof shownSetting>;

/** The other sites of the company that is changed: those that the caller was shown. */
const alsoOn = z.array(siteKey).max(1000, "too_big").default([]);

export const chosenSite = z.object({ sites: z.array(namedSite), key: siteKey });

/** What is unusual in the saved prices, as a new site's start page names it. */
export const priceTasks = ["vat", "prices", "payment_providers"] as const;

const shownSite = chosenSite.extend({
  /** The host that the caller works under; a change can't take it from its site. */
  own_host: z.string(),
  settings: z.array(shownSetting),
  /** All but the setting `domain`. */
  hosts: z.array(z.string()),
  run_by: companyRef,
  company: z.record(z.string(), siteValue),
  /** All stored companies, with the keys of the sites that they run. */
  companies: z.array(companyRef.extend({ sites: z.array(siteKey) })),
  /** Other sites that the company runs: a change of it is a change there, too. */
  sharing: z.array(siteKey),
  bundles: z.array(bundlesValue.extend({ country: countryCode.nullable() })),
  unusual: z.array(z.enum(priceTasks)),
  /** Texts of home page, landers and mails that the site words itself, by keys such as `home.en.intro`. */
  words: z.record(z.string(), z.string()),
  /** Names of the values whose change waits for a second person. */
  proposed: z.array(z.string()),
});
export type ShownSite = z.output<typeof shownSite>;

export const getStaffSite = defineCall({
  method: "GET",
  path: "/api/staff-site.php",
  summary: "A site with all settings, hosts, prices and its company; without `site` that of the request's host.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  query: z.object({ site: siteKey.optional() }),
  answer: shownSite,
});

export const changeStaffSite = defineCall({
  method: "PUT",
  path: "/api/staff-site.php",
  summary:
    "Change values of a site, all or none. Each change says what the value was: an older one is refused. If a value gives money away or raises a limit, a second person confirms all of them. A change of a company names the other sites that it runs, and is refused otherwise. What takes away a promise of the terms is drafted for the next ones.",
  who: "staff",
  roles: adminRoles,
  body: z.object({
    site: siteKey,
    changes: z.array(siteChange).min(1, "required").max(300, "too_big"),
    also_on: alsoOn,
  }),
  answer: shownSite,
  errors: ["site_changed", "terms_announced", "terms_need_notice"],
});

export const siteChangesShown = 30;

const shownChange = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Null: a command on the machine. */
  staff: z.string().nullable(),
  changes: z.array(siteChange.extend({ label: z.string().nullable() })),
  /** The other sites that were changed too. */
  sharing: z.array(siteKey),
  undoes: z.boolean(),
  undone: z.boolean(),
});
export type ShownChange = z.output<typeof shownChange>;

export const getSiteChanges = defineCall({
  method: "GET",
  path: "/api/staff-site-changes.php",
  summary: "What was changed of a site, newest first; `before` continues after a change.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  query: z.object({ site: siteKey.optional(), before: z.uuid("invalid").optional() }),
  answer: chosenSite.extend({
    changes: z.array(shownChange).max(siteChangesShown),
    more: z.boolean(),
    /** The other sites that the company runs by now: who takes a change of it back changes them too. */
    sharing: z.array(siteKey),
    proposed: z.array(z.string()),
  }),
});

export const undoSiteChange = defineCall({
  method: "POST",
  path: "/api/staff-site-changes.php",
  summary: "Take one change of a site back: its values become what they were before it.",
  who: "staff",
  roles: adminRoles,
  body: z.object({ site: siteKey, id: z.uuid("invalid"), also_on: alsoOn }),
  errors: ["staff_item_gone", "site_changed", "terms_need_notice"],
});

const shownCode = z.object({
  id: z.uuid(),
  code: z.string(),
  /** Null: an amount, `value`, in minor units of `currency`. */
  percentage: z.int().nullable(),
  value: z.int().nullable(),
  currency: z.string().nullable(),
  minimum: z.int(),
  country: z.string().nullable(),
  validity: z.enum(discountValidities),
  expires: z.iso.datetime().nullable(),
  active: z.boolean(),
  personal: z.boolean(),
  first_purchase: z.boolean(),
  /** How many orders of all members can have it; null: any number. */
  max_uses: z.int().nullable(),
  /** Paid orders with it, and orders that wait for their payment. */
  spent: z.int(),
  reserved: z.int(),
});
export type ShownCode = z.output<typeof shownCode>;

export const codesShown = 200;

const codeList = chosenSite.extend({
  currencies: z.array(z.string()),
  codes: z.array(shownCode).max(codesShown),
  proposed: z.array(z.string()),
});

export const getStaffCodes = defineCall({
  method: "GET",
  path: "/api/staff-codes.php",
  summary: "The discount codes of a site with their uses, newest first.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  query: z.object({ site: siteKey.optional() }),
  answer: codeList,
});

export const addStaffCode = defineCall({
  method: "POST",
  path: "/api/staff-codes.php",
  summary:
    "Add a discount code: a percentage of any price, or an amount of one currency. A second person confirms a large one.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  body: z.object({
    site: siteKey,
    code: z
      .string("required")
      .trim()
      .min(3, "too_short")
      .max(40, "too_long")
      .regex(/^[A-Za-z0-9_-]+$/, "forbidden_characters"),
    percentage: z.int("invalid").min(1, "too_small").max(90, "too_big").nullable(),
    value: z.int("invalid").min(1, "too_small").max(1_000_000, "too_big").nullable(),
    currency: z.string("invalid").max(10, "unknown_option").nullable(),
    minimum: z.int("invalid").min(0, "too_small").max(10_000_000, "too_big"),
    country: countryCode.nullable(),
    validity: z.enum(discountValidities, "unknown_option"),
    /** The last day (UTC) on which it is valid. */
    expires: calendarDay.nullable(),
    first_purchase: z.boolean("invalid"),
    /** How many orders of all members can have it; null, as in proposals of earlier versions: any number. */
    max_uses: z.int("invalid").min(1, "too_small").max(1_000_000, "too_big").nullable().default(null),
  }),
  answer: codeList,
});

export const switchStaffCode = defineCall({
  method: "PUT",
  path: "/api/staff-codes.php",
  summary: "Switch a discount code off, or on again. Orders that hold it keep it. The welcome code stays on.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  body: z.object({ site: siteKey, id: z.uuid("invalid"), active: z.boolean("invalid") }),
  answer: codeList,
  errors: ["staff_item_gone", "welcome_code_stays"],
});

const language = z.enum(languages, "unknown_option");
const page = z.enum(editablePages, "unknown_option");
const section = z
  .string()
  .regex(/^s[1-9]\d?$/, "invalid")
  .or(z.enum(ownSections, "invalid"));

const pageSettings = settings.pick({
  name: true,
  languages: true,
  contact_languages: true,
  support_email: true,
  support_phone: true,
  officer_email: true,
  represented_by: true,
  representatives: true,
  youth_officer: true,
  adr_body: true,
  recipients: true,
  cdn_prefix: true,
  countries: true,
  min_age: true,
  profiles_daily: true,
  refund_days: true,
  message_credits: true,
  photo_credits: true,
  voice_credits: true,
  voice_messages: true,
  call_minute_credits: true,
  answer_days: true,
  open_first_messages: true,
  gift_credits: true,
  gift_factors: true,
  signup_credits: true,
  fictional_icon: true,
  fictional_plural: true,
  has_fictional: true,
  demo: true,
  has_talks: true,
  direct_talks: true,
  logged_out_search: true,
  logged_out_search_trafficsource: true,
  premium_photos: true,
  free_photos: true,
});
export type PageSettings = z.output<typeof pageSettings>;

const pageList = chosenSite.extend({
  language,
  settings: pageSettings,
  company: companyInfo,
  /** The sections that the site words itself, in all languages, by keys such as `terms.en.s3`. */
  texts: z.record(z.string(), sectionText),
  /** The site has members, who are told of changed terms before these apply. */
  announces: z.boolean(),
  next: nextTerms.nullable(),
});
export type StaffPages = z.output<typeof pageList>;

export const getStaffPages = defineCall({
  method: "GET",
  path: "/api/staff-pages.php",
  summary: "The sections of pages that a site words itself, and what fills their placeholders in a language.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  query: z.object({ site: siteKey.optional(), language: language.optional() }),
  answer: pageList,
});

export const changePageText = defineCall({
  method: "PUT",
  path: "/api/staff-pages.php",
  summary:
    "Word a section of a page, or return it to the built-in text; refused if it was changed meanwhile. On a site with members a section of the terms is drafted for the next terms.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  body: z.object({
    site: siteKey,
    page,
    language,
    section,
    /** What the caller saw; missing: the built-in text. */
    before: sectionText.optional(),
    after: sectionText.optional(),
    /** The caller checked that the text still says what the law asks for. */
    confirmed: z.boolean("invalid").default(false),
  }),
  answer: pageList,
  errors: ["site_changed", "terms_announced", "terms_need_notice"],
});

export const announceTerms = defineCall({
  method: "POST",
  path: "/api/staff-terms.php",
  summary:
    "Announce the drafted terms: every member is mailed, and they apply from a day that is 30 days away at least.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  body: z.object({
    site: siteKey,
    id: z.uuid("invalid"),
    applies_on: z.iso.date("required"),
    /** They take something from members: each is asked to agree, at the next visit. */
    asks: z.boolean("invalid").default(true),
  }),
  answer: pageList,
  errors: ["staff_item_gone", "terms_announced"],
});

export const withdrawTerms = defineCall({
  method: "DELETE",
  path: "/api/staff-terms.php",
  summary: "Delete the drafted terms, or take their announcement back: the terms in force stay.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  body: z.object({ site: siteKey, id: z.uuid("invalid") }),
  answer: pageList,
  errors: ["staff_item_gone"],
});
