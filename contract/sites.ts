import { z } from "zod";
import { giftOffer } from "./attachments.ts";
import { defineCall } from "./call.ts";
import { languages } from "./constants.ts";
import { factFields } from "./facts.ts";
import { landerNames } from "./landers.ts";
import { editablePages } from "./page-sections.ts";
import { countryCode } from "./places.ts";
import { searchEngineListings } from "./public-pages.ts";

/** The signup steps after the account itself, each skippable (D3.7); a site orders them and may omit some. */
export const signupSteps = [
  "photo",
  "location",
  "matches",
  "personal_info",
  "about_me",
  "push",
  "confirm_email",
] as const;
export type SignupStep = (typeof signupSteps)[number];

/** The filters that a site's search may offer; both ages count as one. */
export const searchFields = [
  "gender",
  "country",
  "countryregion",
  "age",
  "distance",
  "interests",
  "online",
  "new",
  "photo",
  "people",
  "not_fictional",
  "verified",
  "anyone",
  ...factFields,
] as const;

/** The palettes that a site can have; `web/theme.css` has their colours. */
export const themes = ["rose", "plum", "indigo", "teal", "ember"] as const;

/** The letters that a site can have: the product's own, or those of the reader's device, without and with serifs. */
export const fonts = ["figtree", "system", "serif"] as const;

const fieldList = z.array(z.string());

/** So many credits at a price, in minor units. */
const pricedCredits = z.object({ credits: z.int(), price: z.int() });
const costRange = { costs: z.int(), most: z.int(), cheapest: pricedCredits, dearest: pricedCredits };

/** What a site's pages need before the first paint: every key of the specification's section 3 (R3.04). */
export const settings = z.object({
  name: z.string(),
  domain: z.string(),
  /** Empty: the browser's language decides. */
  domain_language: z.enum(languages).or(z.literal("")),
  languages: z.array(z.enum(languages)),
  /** The prefix of photo addresses: a path on this host, or another host's origin; empty: none. */
  cdn_prefix: z.string(),
  niche: z.int(),
  company_id: z.int(),
  mail_name: z.string(),
  description: z.string(),
  index_title: z.string(),
  search_engines: z.enum(searchEngineListings),
  countries: z.array(countryCode),
  signups: z.enum(["all", "with_trafficsource", "none"]),
  /** The site is closed, and until this day members log in for their data and money; empty: it is open. */
  closed_until: z.iso.date().or(z.literal("")),
  logged_out_search: z.enum(["none", "limited", "all"]),
  logged_out_search_trafficsource: z.enum(["none", "limited", "all"]),
  /** Landers whose two variants the site compares (D10.2). */
  compared_landers: z.array(z.enum(landerNames)),
  /** Advertising networks that learn what a click brought, of visitors who agree (D14.5). */
  click_networks: z.array(z.string()),
  geoip_country: countryCode.nullable(),
  geoip_selected_country: countryCode.nullable(),
  /**
   * By country, in minor units: the lowest and highest cost of a message, the bundles that give them, and what the
   * smallest bundle costs. `welcome`: with its discount (R4.14).
   */
  minimum_message_costs: z.record(
    z.string(),
    z.object({
      ...costRange,
      currency: z.string(),
      smallest: pricedCredits,
      welcome: z.object({ ...costRange, smallest_price: z.int() }),
    }),
  ),
  message_length: z.int(),
  message_credits: z.int(),
  photo_credits: z.int(),
  voice_credits: z.int(),
  /** Whether members can send voice messages. */
  voice_messages: z.boolean(),
  /** Whether profiles have voice introductions. */
  voice_introductions: z.boolean(),
  /** What each begun minute of a call costs the member who asked for it (R12.02). */
  call_minute_credits: z.int(),
  /** After how many days without an answer a first message costs nothing; 0: it is not promised (R10.01). */
  answer_days: z.int(),
  /** How many first messages of a member may wait with that promise at a time. */
  open_first_messages: z.int(),
  gift_credits: z.int(),
  /** The gifts that are offered; the price of each is `gift_credits` times its factor. */
  gift_factors: giftOffer,
  signup_credits: z.int(),
  support_phone: z.string(),
  support_email: z.string(),
  /** The VAPID key for push subscriptions; empty: no push. */
  push_public_key: z.string(),
  enable_site_entry_popup: z.boolean(),
  fictional_icon: z.string(),
  fictional_warning: z.string(),
  fictional_singular: z.string(),
  fictional_plural: z.string(),
  visible_profile_fields: fieldList,
  visible_profile_notes: fieldList,
  search_fields: fieldList,
  refund_days: z.int(),
  /** No effect yet: see decision 0095. */
  member_resell: z.boolean(),
  // beyond the specification's list
  /** The address of the data protection officer (GDPR, Article 37); empty: none was appointed. */
  officer_email: z.string(),
  /** In which languages a person answers (DSA, Article 11(3)). */
  contact_languages: z.array(z.enum(languages)),
  /** What the pages about the law say in the operator's own words; empty: the sentence is left out. */
  represented_by: z.string(),
  representatives: z.string(),
  youth_officer: z.string(),
  adr_body: z.string(),
  recipients: z.string(),
  min_age: z.int(),
  /** Whether members have to prove that they are adults before they see profiles or write (D11.6). */
  age_assurance: z.enum(["off", "required"]),
  /** How many different profiles a new member may open in a day; the terms name it. */
  profiles_daily: z.int(),
  signup_steps: z.array(z.enum(signupSteps)),
  /** The countries whose visitors see the entry warning. */
  entry_warning_countries: z.array(countryCode),
  theme: z.enum(themes),
  font: z.enum(fonts),
  /** The site's own picture on the home page (`sitePicturePath`); empty: members' faces. */
  picture: z.string(),
  /** Those of the landers (`landerPicture`). */
  lander_pictures: z.array(z.string()),
  /** The path of an SVG in a square of 32 units, drawn in the palette's colour; empty: the default logo. */
  logo: z.string(),
  /** How many photos of each member a free member sees, so that a lock can name the number. */
  free_photos: z.int(),
  /** Which photos of a premium member free members see locked: all but the main one, or all. */
  premium_photos: z.enum(["but_main", "all"]),
  /** The site can prove that Premium gives a 46% higher chance, and claims it (R6.05). */
  claims_higher_chance: z.boolean(),
  /** Stands beside the claim; empty: nothing is claimed. */
  higher_chance_proof: z.string(),
  /** The site has invented profiles; where it has none, no sentence is about them (D14.1). */
  has_fictional: z.boolean(),
  /** The service has a relay, so members can call each other (R12.02). */
  has_talks: z.boolean(),
  /** Without a relay, on a demo: the two browsers connect directly, and learn each other's address. */
  direct_talks: z.boolean(),
  /** Everyone on a demo site is invented; its banner can't be closed. */
  demo: z.boolean(),
});
export type Settings = z.output<typeof settings>;

/** A section of a page as the site words it itself (docs/decisions/0076). */
export const ownSection = z.object({ section: z.string(), title: z.string(), body: z.string() });
export type OwnSection = z.output<typeof ownSection>;

export const getPageSections = defineCall({
  method: "GET",
  path: "/api/page-sections.php",
  summary:
    "The sections of a page that the site words itself in the caller's language, and since when a page that members accept has its words.",
  who: "anyone",
  whileClosed: true,
  query: z.object({ page: z.enum(editablePages, "unknown_option") }),
  answer: z.object({ changed_at: z.iso.datetime().nullable(), sections: z.array(ownSection) }),
});

export const getSettings = defineCall({
  method: "GET",
  path: "/api/settings.php",
  summary: "The settings of the site that the request's host names; `route` is the calling page.",
  who: "anyone",
  whileClosed: true,
  query: z.object({ route: z.string().max(500).optional() }),
  answer: z.object({ settings }),
});

export const getVisitorCountry = defineCall({
  method: "GET",
  path: "/api/country.php",
  summary: "The country of the caller's IP address, for pages that a cache keeps for all visitors; null if unknown.",
  who: "anyone",
  whileClosed: true,
  answer: z.object({ country: countryCode.nullable() }),
});

export const chooseCountry = defineCall({
  method: "PUT",
  path: "/api/settings.php",
  summary:
    "Choose a country that overrides that of the IP address; null clears the choice. A cookie stores it for 365 days.",
  who: "anyone",
  whileClosed: true,
  replay: "none",
  body: z.object({ country: countryCode.nullable() }),
  answer: z.object({ geoip_selected_country: countryCode.nullable() }),
});

/** The company that runs the site. */
export const companyInfo = z.object({
  name: z.string(),
  address1: z.string(),
  address2: z.string(),
  address3: z.string(),
  kvk: z.string(),
  city: z.string(),
  country: countryCode,
  tradenames: z.array(z.string()),
  vat_numbers: z.array(z.string()),
  support_phone: z.string(),
  /** The specification lists it without a meaning: answered as stored; nothing here depends on it. */
  delete_discount: z.int(),
  added: z.iso.datetime(),
});
export type CompanyInfo = z.output<typeof companyInfo>;

export const getCompanyInfo = defineCall({
  method: "GET",
  path: "/api/companyinfo.php",
  summary: "The company that runs the site.",
  who: "anyone",
  whileClosed: true,
  answer: z.object({ company: companyInfo }),
});
