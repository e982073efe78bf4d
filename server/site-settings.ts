import { domainToASCII } from "node:url";
import { z } from "zod";
import { type GiftOffer, giftOffer } from "#contract/attachments.ts";
import { freeConversations, languages, minimumAgeFloor, photoLimits } from "#contract/constants.ts";
import { factFields } from "#contract/facts.ts";
import { usualGiftFactors } from "#contract/gifts.ts";
import { landerNames } from "#contract/landers.ts";
import { isInvisible } from "#contract/measure-text.ts";
import { explicitNiches, nicheOf } from "#contract/niches.ts";
import { countryCode } from "#contract/places.ts";
import { searchEngineListings } from "#contract/public-pages.ts";
import { fonts, searchFields, signupSteps, themes } from "#contract/sites.ts";
import { readRoute } from "#server/payment-routes.ts";
import { postbackFields, postbackProblem, sumFields } from "./config/postback-url.ts";

/** Whether one person of the staff may make a change alone. */
type Alone<Value> = (before: Value, after: Value) => boolean;
type Setting = {
  schema: z.ZodType;
  default: unknown;
  description: string;
  alone(before: unknown, after: unknown): boolean;
};

/** If `alone` does not allow a change, it takes two people: it gives money away, leads elsewhere, or ends a limit. */
const setting = <S extends z.ZodType>(
  schema: S,
  fallback: z.output<S>,
  description: string,
  alone: Alone<z.output<S>> = () => false,
) => ({ schema, default: fallback, description, alone });

/** A setting that gives nothing away and leads nowhere else. */
const plainSetting = <S extends z.ZodType>(schema: S, fallback: z.output<S>, description: string) =>
  setting(schema, fallback, description, () => true);

const notHigher: Alone<number> = (before, after) => after <= before;
const notLower: Alone<number> = (before, after) => after >= before;

/** Whether a `cdn_prefix` names another host; else it is a path of the site's own, or empty. */
export const isOtherHost = (cdnPrefix: string) => cdnPrefix.startsWith("http");

/** What `hostName` says of any other text. */
export const hostNameRule = "is not a host name such as www.example.org";

/** A host name without a port, as browsers send it: lower case, an international name as xn--…. */
export const hostName = z
  .string()
  .transform((text) => domainToASCII(text.trim()))
  .pipe(z.hostname(hostNameRule));

/** The settings that every site must set itself; their defaults only suit the first site of a trial. */
export const requiredSettings = ["name", "domain"] as const;

/** Text that a person can read: the label of a fictional profile, for one, can't be made invisible. */
const visibleText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !isInvisible(text), "invisible_text");

/** Distinct languages, at least one. */
const languageList = z
  .array(z.enum(languages))
  .min(1)
  .refine((list) => new Set(list).size === list.length, "names a language twice");

/** What a page about the law says in the operator's own words; empty: the sentence is left out. */
const lawText = (max: number, what: string) => plainSetting(z.string().trim().max(max), "", `${what}; empty: none.`);

/** What would make an invented profile look better than one: signs of a check or of a rank, and words for both. */
const misleading = /[✓✔☑✅🗸★⭐🌟👑💎🏅🛡]|verif|premium|\bvip\b|genuine|authentic|trusted|approved|checked/iu;

/** Words that call a profile invented (D14.1): `sure` has to be in them. */
const labelText = (max: number, sure: RegExp) =>
  visibleText(max)
    .refine((text) => !misleading.test(text), "misleading_label")
    .refine((text) => sure.test(text), "misleading_label");

const pictureOfLander = new RegExp(`^(?:${landerNames.join("|")}):[\\da-f]{32}$`);

/** A setting in credits; `effect` completes the sentence "Credits …". */
const creditSetting = (fallback: number, effect: string, alone: Alone<number>) =>
  setting(z.int().min(0).max(1000), fallback, `Credits ${effect}.`, alone);
const visitorSearch = z.enum(["none", "limited", "all"]);

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;

/** A period is two times with a slash between. */
function isPeriodOrEmpty(text: string): boolean {
  if (text === "") return true;
  const parts = text.split("/");
  const [start = "", end = ""] = parts;
  return parts.length === 2 && isoTime.test(start) && isoTime.test(end) && Date.parse(start) < Date.parse(end);
}

const postbackUrl = (fields: readonly string[]) =>
  z.string().superRefine((template, check) => {
    const problem = postbackProblem(template, fields);
    if (problem !== null) check.addIssue(problem);
  });

/** What a network learns of its visitors' steps: sums, and of visitors who agree also what their click brought. */
const postback = z
  .object({
    network: z.string().min(1).max(100),
    steps: z.array(z.enum(["signup", "confirmation", "purchase"])).min(1),
    sums_url: postbackUrl(sumFields).optional(),
    url: postbackUrl(postbackFields).optional(),
  })
  .refine(({ sums_url, url }) => (sums_url ?? url) !== undefined, "has no address");

/** Every key of a site's settings: its allowed values, its default, its effect. */
export const settingDefinitions = {
  name: plainSetting(visibleText(60), "Rendezvous", "The site's name, wherever a person reads it."),
  domain: setting(hostName, "localhost", "The site's main host, in texts and mails."),
  domain_language: plainSetting(
    z.enum(languages).or(z.literal("")),
    "",
    "The language of guests who have not chosen one; empty: their browser's.",
  ),
  languages: plainSetting(
    languageList,
    [...languages],
    "Languages that the site is offered in. Guests who read none of them get English, or else the first.",
  ),
  planned_work: plainSetting(
    z
      .string()
      .max(60)
      .refine(isPeriodOrEmpty, "is not two times with a slash between, such as 2026-12-01T02:00Z/2026-12-01T04:00Z"),
    "",
    "Planned work, for the page /status: from and until, such as 2026-12-01T02:00Z/2026-12-01T04:00Z; empty: none.",
  ),
  cdn_prefix: setting(
    z
      .string()
      .max(200)
      .regex(
        /^(?:https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?|(?:\/[\w-]+)+)?$/,
        "is neither a path such as /cdn nor a host such as https://cdn.example",
      ),
    "",
    "The prefix of photo addresses, for a CDN: a path such as /cdn, or another host such as https://cdn.example, if CDN_HOSTS in the installation's environment names it; empty: none.",
    // back to the site's own host, because a wrong prefix keeps the scripts away
    (_, after) => after === "",
  ),
  niche: plainSetting(
    z.int().min(1).max(7),
    1,
    "The prefix of landing page addresses, by number: none, she-, bdsm-, bbw-, gilf-, milf-, gay-. Mollie does not accept sexual dating, such as 3 to 6: see docs/operators/duties-by-law.md.",
  ),
  mail_name: plainSetting(visibleText(60), "Rendezvous", "The sender's name in every email."),
  mail_address: setting(z.email(), "hello@rendezvous.invalid", "The sender's address in every email."),
  description: plainSetting(
    z.string().max(300),
    "Search, like, match and chat with adults near you, and see every price first.",
    "The site in a sentence, for search engines.",
  ),
  index_title: plainSetting(z.string().max(100), "Rendezvous", "The home page's title."),
  search_engines: plainSetting(
    z.enum(searchEngineListings),
    "pages",
    "What search engines may list: none, pages (home, prices, rules and help), or all (the landers too) (D10.3).",
  ),
  countries: plainSetting(
    z.array(countryCode).min(1),
    ["DK", "DE", "AT", "CH", "GB", "IE", "ES", "FI", "FR", "BE", "IT", "NO", "NL", "PL", "SE"],
    "Countries from which people may sign up.",
  ),
  signups: plainSetting(
    z.enum(["all", "with_trafficsource", "none"]),
    "all",
    "Who may sign up: everyone, guests with a traffic source, or no one (R6.01).",
  ),
  sales: plainSetting(z.enum(["on", "off"]), "on", "Off: no order of credits is accepted, and no prices are shown."),
  payment_providers: setting(
    z
      .array(z.string().max(300))
      .max(20)
      .refine((routes) => routes.every((route) => readRoute(route) !== undefined), "is no list of routes"),
    [],
    "Where new orders go, the first that fits: a provider (mollie, genesis, sandbox), and what only goes there, such as genesis countries:DE+AT currencies:EUR methods:card+sepa; empty: each provider that is set up (R13.03).",
  ),
  closed_until: setting(
    z.iso.date().or(z.literal("")),
    "",
    "Closes the site: until this day, such as 2027-01-31, members only log in for their data and money; empty: it is open.",
    // to open it again, or to give members longer
    (before, after) => after === "" || (before !== "" && after >= before),
  ),
  signup_steps: plainSetting(
    z.array(z.enum(signupSteps)).refine((steps) => new Set(steps).size === steps.length, "names a step twice"),
    [...signupSteps],
    "What new members are asked once they have an account, in this order (D3.7). Steps left out are not asked.",
  ),
  email_domains: plainSetting(
    z.array(z.hostname().toLowerCase()).max(200),
    [],
    "Email domains that are common here, for “Did you mean”, beyond those known everywhere (D3.8).",
  ),
  logged_out_search: plainSetting(
    visitorSearch,
    "limited",
    "What guests see of the search: only members who let guests see them (D11.8).",
  ),
  logged_out_search_trafficsource: plainSetting(visitorSearch, "limited", "The same for guests with a traffic source."),
  compared_landers: plainSetting(
    z.array(z.enum(landerNames)),
    [],
    "Landers to compare: half of the guests see variant a, the other half variant b (D10.2).",
  ),
  postbacks: setting(
    z
      .array(postback)
      .max(100)
      .refine((list) => new Set(list.map(({ network }) => network)).size === list.length, "names a network twice"),
    [],
    'Networks to notify of conversions: [{"network":"adnet","steps":["signup"],"sums_url":"https://…?n={count}&day={day}&id={report}","url":"https://…?click={sub1}&id={conversion}"}]; url only tells of visitors who agree; steps are signup, confirmation and purchase (D10.2).',
    (_, after) => after.length === 0,
  ),
  premium_photos: plainSetting(
    z.enum(["but_main", "all"]),
    "but_main",
    "Which photos of a premium member are blurred for free members: all but the main one, or all (R6.06).",
  ),
  free_photos: plainSetting(
    z.int().min(1).max(photoLimits.premium),
    2,
    "How many photos of each member free members see, the main one included; premium members see all (R6.04).",
  ),
  claims_higher_chance: plainSetting(
    z.boolean(),
    false,
    "Whether the page about Premium claims a 46% higher chance: only if the site can prove it (R6.05).",
  ),
  higher_chance_proof: plainSetting(
    z.string().trim().max(300),
    "",
    "The proof of that claim: who measured what, when, and where it can be read. Without it nothing is claimed (D13.3).",
  ),
  message_length: plainSetting(
    z.int().min(50).max(5000),
    1000,
    "The maximum number of characters (grapheme clusters) in a message.",
  ),
  message_credits: creditSetting(1, "a message costs", notLower),
  photo_credits: creditSetting(3, "a photo in the chat costs", notLower),
  voice_credits: creditSetting(3, "a voice message in the chat costs", notLower),
  voice_messages: plainSetting(z.boolean(), true, "Whether members can send each other voice messages (R12.01)."),
  voice_introductions: plainSetting(
    z.boolean(),
    true,
    "Whether members can record a voice introduction, and hear each other's, on profiles (R12.01).",
  ),
  call_minute_credits: creditSetting(0, "a minute of a call costs the member who asked for it", notLower),
  gift_credits: creditSetting(5, "a gift costs, times the gift's own factor", notLower),
  // no factor makes a gift cheaper than the cheapest one, so one person sets them
  gift_factors: plainSetting(
    giftOffer.refine((offer) => Object.keys(offer).length > 0, "required"),
    usualGiftFactors,
    "The gifts that are offered, with each gift's own factor.",
  ),
  signup_credits: creditSetting(5, "given once the address is confirmed", notHigher),
  answer_days: plainSetting(
    z.int().min(0).max(13),
    7,
    "After how many days without an answer the credits of a first message come back; 0: never (R10.01).",
  ),
  open_first_messages: plainSetting(
    z.int().min(freeConversations).max(1_000),
    10,
    "How many first messages of a member may wait for an answer with that promise at a time.",
  ),
  chat_history_limit: plainSetting(
    z.int().min(50).max(10_000),
    1000,
    "How many of a chat's newest messages can be read.",
  ),
  support_phone: plainSetting(
    z.string().max(30),
    "",
    "The phone number shown with the company's details. Without one, here or with the company, nothing is sold in the EEA.",
  ),
  support_email: setting(z.email(), "help@rendezvous.invalid", "Where members reach the staff."),
  officer_email: setting(
    z.email().or(z.literal("")),
    "",
    "Where members reach the data protection officer (GDPR, Article 37); empty: the privacy statement names none.",
  ),
  contact_languages: plainSetting(
    languageList,
    ["en"],
    "Languages in which a person answers authorities and members; the legal notice names them (DSA, Article 11(3)).",
  ),
  represented_by: lawText(300, "Who acts for the company, such as its managing directors, for the legal notice"),
  representatives: lawText(
    600,
    "The company's representatives in countries where it has no seat (DSA 13, GDPR 27 and others), for the legal notice",
  ),
  youth_officer: lawText(300, "The youth protection officer with an address, for the legal notice (Germany)"),
  adr_body: lawText(
    600,
    "The body for consumer disputes that the company takes part in, with its address, for the complaints page",
  ),
  recipients: lawText(
    1000,
    "Companies that handle members' data for you, with country and purpose, for the privacy statement",
  ),
  enable_site_entry_popup: plainSetting(
    z.boolean(),
    true,
    "Whether guests from the countries below see the entry warning.",
  ),
  entry_warning_countries: plainSetting(
    z.array(countryCode),
    ["NL", "DE"],
    "Countries whose guests see the entry warning.",
  ),
  fictional_icon: plainSetting(
    labelText(8, /^[^\p{L}\p{N}]+$/u),
    "🎭",
    "The icon on every fictional profile: a sign, no letters; can't be empty (D11.1).",
  ),
  fictional_warning: plainSetting(
    labelText(100, /./u),
    "Fictional profile",
    "The words behind “Fictional profile” on every fictional profile in English (D14.1); other languages have the catalog's.",
  ),
  fictional_singular: plainSetting(
    labelText(60, /fictional/i),
    "fictional profile",
    "The word for one fictional profile within a sentence, in English, for API callers. It has no effect yet on our screens.",
  ),
  fictional_plural: plainSetting(
    labelText(60, /fictional/i),
    "fictional profiles",
    "The word for several fictional profiles within a sentence, in English.",
  ),
  visible_profile_fields: plainSetting(
    z.array(z.string().max(40)),
    [
      "hair_color",
      "eye_color",
      "body_type",
      "relationship_status",
      "tattoos",
      "interests",
      "about_me",
      "questions",
      ...factFields,
    ],
    "Fields shown on a profile.",
  ),
  visible_profile_notes: plainSetting(
    z.array(z.enum(["online", "new", "distance", "shared_interests", "verified"])),
    ["online", "new", "distance", "shared_interests", "verified"],
    "Notes shown on a profile. Without verified, no one can ask for the badge.",
  ),
  profiles_daily: setting(
    z.int().min(10).max(10_000),
    200,
    "How many different profiles a new member may open in a day. It grows to three times as many within a month.",
    notHigher,
  ),
  search_fields: plainSetting(
    z.array(z.enum(searchFields)),
    [...searchFields],
    "Filters that the search offers; the others are ignored, and so are facts that profiles don't show.",
  ),
  staff_credits: setting(
    z.int().min(0).max(10_000),
    50,
    "How many credits one staff member may give or take in a day. Above that, a second person has to confirm.",
    notHigher,
  ),
  staff_refund: setting(
    z.int().min(0).max(10_000_000),
    10_000,
    "What one staff member may refund in a day, in minor units. Above that, a second person has to confirm.",
    notHigher,
  ),
  staff_discount: setting(
    z.int().min(0).max(90),
    50,
    "The largest discount code that one staff member may add, in percent. Above that, a second person has to confirm.",
    notHigher,
  ),
  refund_days: plainSetting(
    z.int().min(14).max(365),
    14,
    "For how many days members can ask for a refund of unspent credits.",
  ),
  direct_debit_limit: setting(
    z.int().min(0).max(1_000_000),
    10_000,
    "What a member may pay by direct debit within 30 days, in minor units (D7.5).",
    notHigher,
  ),
  direct_debit_first: setting(
    z.int().min(0).max(1_000_000),
    5_000,
    "What may be paid from a bank account until its first direct debit was paid, in minor units (D7.5).",
    notHigher,
  ),
  sms_daily: setting(
    z.int().min(0).max(100_000),
    500,
    "How many text messages the site sends in a day. Above that, none are sent until the next day (D7.5).",
    notHigher,
  ),
  min_age: plainSetting(z.int().min(minimumAgeFloor).max(99), minimumAgeFloor, "The minimum age to sign up (D3.1)."),
  age_assurance: plainSetting(
    z.enum(["off", "required"]),
    "off",
    "Whether members have to prove that they are adults before they see profiles and photos, write or add photos (D11.6). Without a value: required if the niche is bdsm-, bbw-, gilf- or milf-.",
  ),
  logo: plainSetting(
    z
      .string()
      .max(4000)
      .regex(/^(?:[Mm][MmLlHhVvCcSsQqTtAaZz\d\s,.eE+-]*)?$/, "is not the path of an SVG"),
    "",
    "The site's logo: the path (d) of an SVG in a square of 32 units, drawn in the palette's colour; empty: two circles. The command also takes the name of an .svg file.",
  ),
  picture: plainSetting(
    z.string().regex(/^(?:[\da-f]{32})?$/, "is no picture: upload it at /staff/site/words"),
    "",
    "The picture at the top of the home page, by the hash of its file; empty: members' faces.",
  ),
  lander_pictures: plainSetting(
    z
      .array(z.string().regex(pictureOfLander, "is no picture: upload it at /staff/site/words"))
      .refine((list) => new Set(list.map((item) => item.split(":")[0])).size === list.length, "names a lander twice"),
    [],
    "The pictures at the top of landers, each the lander's name, a colon, and the hash of its file.",
  ),
  theme: plainSetting(z.enum(themes), "rose", "The site's colours."),
  font: plainSetting(
    z.enum(fonts),
    "figtree",
    "The site's letters: Figtree, which browsers load, or those of the reader's device, without serifs (system) or with.",
  ),
} satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settingDefinitions;
export type SiteSettings = { [K in SettingKey]: z.output<(typeof settingDefinitions)[K]["schema"]> };

const cheapest = (offer: GiftOffer) => Math.min(...Object.values(offer));

/**
 * The settings by which the terms say what bought credits are worth, each with whether a change keeps that for members.
 * Any other change takes something away from those who bought: it is announced as terms are (docs/decisions/0076).
 */
const promises: { [K in SettingKey]?: (before: SiteSettings[K], after: SiteSettings[K]) => boolean } = {
  message_credits: notHigher,
  photo_credits: notHigher,
  voice_credits: notHigher,
  call_minute_credits: notHigher,
  gift_credits: notHigher,
  gift_factors: (before, after) =>
    cheapest(after) <= cheapest(before) &&
    Object.entries(after).every(([gift, factor]) => factor <= (new Map(Object.entries(before)).get(gift) ?? factor)),
  // 0: the credits of an unanswered message never come back
  answer_days: (before, after) => before === 0 || (after !== 0 && after <= before),
  open_first_messages: notLower,
  refund_days: notLower,
};
export const promisedKeys = Object.keys(promises) as (keyof typeof promises)[];

/** Whether a change takes nothing away that the terms promise, or is invalid. A missing value is the default. */
export function keepsPromise(key: SettingKey, before: unknown, after: unknown): boolean {
  const keeps = promises[key] as ((before: unknown, after: unknown) => boolean) | undefined;
  if (!keeps) return true;
  const { schema, default: fallback }: Setting = settingDefinitions[key];
  const [old, next] = [schema.safeParse(before ?? fallback), schema.safeParse(after ?? fallback)];
  return !old.success || !next.success || keeps(old.data, next.data);
}

/** Whether one person of the staff may change a value, not to an invalid one. A missing one is the default. */
export function isChangedAlone(key: SettingKey, before: unknown, after: unknown): boolean {
  const { schema, default: fallback, alone }: Setting = settingDefinitions[key];
  const [old, next] = [schema.safeParse(before ?? fallback), schema.safeParse(after ?? fallback)];
  return old.success && next.success && alone(old.data, next.data);
}

/** Validates a value before it is saved; throws zod's error if it is invalid. */
export function checkSetting<K extends SettingKey>(key: K, value: unknown): SiteSettings[K] {
  return settingDefinitions[key].schema.parse(value) as SiteSettings[K];
}

/** The value of a setting that a site has not saved. That of `age_assurance` depends on the saved niche (DSA 28). */
export function defaultOf(key: SettingKey, saved: ReadonlyMap<string, unknown>): unknown {
  const niche = nicheOf(Number(saved.get("niche") ?? settingDefinitions.niche.default));
  if (key === "age_assurance" && explicitNiches.includes(niche)) return "required";
  return settingDefinitions[key].default;
}

/** All settings of a site: the saved rows over the defaults. Rows were validated when they were saved. */
export function completeSettings(rows: readonly { key: string; value: unknown }[]): SiteSettings {
  const saved = new Map(rows.map((row) => [row.key, row.value]));
  const keys = Object.keys(settingDefinitions) as SettingKey[];
  const entries = keys.map((key) => [key, saved.has(key) ? saved.get(key) : defaultOf(key, saved)]);
  return Object.fromEntries(entries) as SiteSettings;
}
