import { z } from "zod";
import { defineCall } from "./call.ts";
import { adminRoles } from "./constants.ts";
import { siteKey } from "./site-key.ts";
import { companyRef, shownSetting, siteValue } from "./staff-sites.ts";

/** The settings that the form of a new site asks for; all others can be changed later. */
export const newSiteSettings = [
  "name",
  "domain",
  "languages",
  "domain_language",
  "countries",
  "theme",
  "logo",
  "index_title",
  "description",
  "mail_address",
  "support_email",
  "niche",
] as const;

const text = z.string("invalid").max(300, "too_long");
const names = z.string().max(60, "invalid");

export const getNewSite = defineCall({
  method: "GET",
  path: "/api/staff-sites.php",
  summary: "What the form of a new site asks for, and the sites whose company and prices it can share.",
  who: "staff",
  roles: adminRoles,
  answer: z.object({
    settings: z.array(shownSetting),
    sites: z.array(z.object({ key: siteKey, name: z.string(), company: companyRef })),
    /** The caller uses the demo's login, which ends once a site is none of the demo's. */
    ends_login: z.boolean(),
  }),
});

export const createStaffSite = defineCall({
  method: "POST",
  path: "/api/staff-sites.php",
  summary: "Create a site: all of it, or nothing. The same again changes nothing.",
  who: "staff",
  roles: adminRoles,
  body: z.object({
    key: z.string("required").trim().max(60, "too_long"),
    settings: z.record(names, siteValue),
    hosts: z.array(text).max(20, "too_big"),
    /** The fields of a company, or the key of another site that it runs too. */
    company: z.union([siteKey, z.record(names, z.union([text, z.array(text).max(20, "too_big")]))], "invalid"),
    /** The key of the site whose prices it gets; null: the usual ones of its countries. */
    prices_of: siteKey.nullable(),
    /** As typed: the server checks it with all other fields, so that a form shows all problems. A job adds them. */
    fictional: z.union([z.number(), text], "invalid").default(0),
  }),
  answer: z.object({ key: siteKey }),
});

/** What an operator should still change before a site opens; named as settings and fields of the company are. */
export const setupTasks = [
  "mail_address",
  "support_email",
  "company",
  "company.vat_numbers",
  "vat",
  "prices",
  "payment_providers",
  "description",
  "pages",
] as const;

/** What the law asks of many sites before they sell anything, and no default can know. */
export const lawTasks = [
  "support_phone",
  "represented_by",
  "contact_languages",
  "officer_email",
  "recipients",
  "representatives",
  "youth_officer",
  "adr_body",
  "niche",
] as const;
export type SetupTask = (typeof setupTasks | typeof lawTasks)[number];

export const getSiteStart = defineCall({
  method: "GET",
  path: "/api/staff-site-start.php",
  summary: "What is left to do before a site opens.",
  who: "staff",
  sites: "own",
  roles: adminRoles,
  query: z.object({ site: siteKey.optional() }),
  answer: z.object({
    key: siteKey,
    name: z.string(),
    domain: z.string(),
    hosts: z.array(z.string()),
    mail_domain: z.string(),
    open: z.array(z.enum([...setupTasks, ...lawTasks])),
  }),
});
