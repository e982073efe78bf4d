import { z } from "zod";
import type { FieldCode } from "#contract/errors.ts";
import { type SectionText, sectionKey, sectionText } from "#contract/page-sections.ts";
import { codeOf } from "#server/http/check-input.ts";
import type { FieldProblem } from "#server/http/fail.ts";
import {
  hostName,
  hostNameRule,
  type SettingKey,
  type SiteSettings,
  settingDefinitions,
} from "#server/site-settings.ts";
import type { TextParams } from "#server/texts.ts";
import { allowedValues } from "./allowed-values.ts";
import type { Market } from "./markets.ts";

const line = z.string("is no text").trim().max(120, "has more than 120 characters");
const required = z.string("is missing").trim().min(1, "is missing").max(120, "has more than 120 characters");
const country = z
  .string("is missing")
  .regex(/^[A-Z]{2}$/, { error: "is no country code such as DE", abort: true })
  .refine(
    (code) => new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) !== undefined,
    "is the code of no country",
  );

/** The company that runs the site, as its terms, receipts and legal pages name it. */
export const companyFields = {
  name: required,
  address1: required,
  address2: line.default(""),
  address3: line.default(""),
  city: required,
  country,
  kvk: required,
  tradenames: z.array(required).max(20).default([]),
  vat_numbers: z.array(required).max(20).default([]),
  support_phone: line.default(""),
  creditor_id: z
    .string()
    .regex(/^(?:[A-Z]{2}\d{2}[A-Z\d]{3}[A-Z\d]{1,28})?$/, "is no SEPA creditor identifier such as DE98ZZZ09999999999")
    .default(""),
};
const company = z.strictObject(companyFields);
export type Company = z.output<typeof company>;

const currencies = new Set(Intl.supportedValuesOf("currency"));

const market = z.strictObject({
  country: country.nullable(),
  currency: z.string().refine((code) => currencies.has(code), "is the code of no currency, such as EUR"),
  vat_percent: z.number().min(0).max(50).multipleOf(0.1, "has more than one decimal"),
  prices: z
    .record(
      z.string().regex(/^[1-9]\d{0,4}$/, "is no number of credits from 1 to 99999"),
      z.int("is no whole number of cents").min(1).max(10_000_000),
    )
    .refine((prices) => Object.keys(prices).length > 0, "has no bundle"),
}) satisfies z.ZodType<Market>;

const bundles = z
  .array(market)
  .min(1)
  .refine((all) => new Set(all.map((one) => one.country)).size === all.length, "names a country twice");

const pages = z.record(sectionKey, sectionText);
/** `findUnfitWords` checks keys and texts. */
const words = z.record(z.string(), z.string("is no text").trim());

const siteKeyRule =
  "is not a valid key: 2 to 30 lowercase letters, digits and dashes, beginning with a letter; not new";
/** It stands in place of a site's key, and asks for a company of the site's own. */
export const ownCompany = "new";
const siteKey = z.string().regex(new RegExp(`^(?!${ownCompany}$)[a-z][a-z\\d-]{1,29}$`), siteKeyRule);

/** `npm run site -- show --json` prints it. `settings`: those unlike their defaults. `hosts`: all but `domain`. */
export type SiteFile = {
  key: string;
  hosts: string[];
  settings: Partial<SiteSettings>;
  company: Company;
  bundles: Market[];
  pages: Record<string, SectionText>;
  /** Texts of the home page, the landers and the mails, by keys such as `mails.en.like.heading`. */
  words: Record<string, string>;
};

/** A site as an operator enters it: every field is optional, and none is validated yet. */
export type SiteInput = {
  hosts?: unknown;
  settings?: Readonly<Record<string, unknown>>;
  /** The company's fields. */
  company?: unknown;
  /** Which company: that of the site with a key, a `storedCompany`, or `new`, one that runs no other site. */
  run_by?: unknown;
  bundles?: unknown;
  pages?: unknown;
  words?: unknown;
};

/** A stored company, as the history names it. */
export const storedCompany = z.object({ id: z.int(), name: z.string() });

/** The field, its code for a form with the values of the code's text, and a line for the command. */
export type Problem = { name: string; code: FieldCode; params?: TextParams; line: string };

/** An operator's input is invalid. `problems` has a line for each, and `fields` what a form shows at each field. */
export class InvalidSite extends Error {
  readonly problems: readonly string[];
  readonly fields: Readonly<Record<string, FieldProblem>>;
  constructor(input: readonly (string | Problem)[]) {
    const problems = input.map((problem) => (typeof problem === "string" ? problem : problem.line));
    super(problems.join("\n"));
    this.problems = problems;
    const named = input.flatMap((problem) => (typeof problem === "string" ? [] : [problem]));
    // the first problem of a field counts
    const fields = named.map(({ name, code, params }): [string, FieldProblem] => {
      return [name, params ? { code, params } : code];
    });
    this.fields = Object.fromEntries(fields.reverse());
  }
}

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key);

const toText = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));

function fieldCodeOf(issue: z.core.$ZodIssue): FieldCode {
  if (issue.message === hostNameRule) return "host_invalid";
  if (issue.message === siteKeyRule) return "site_key_invalid";
  if (issue.message.startsWith("names ")) return "named_twice";
  if (issue.code === "invalid_union") return "unknown_option";
  if (issue.code === "invalid_type") return issue.message === "is missing" ? "required" : "invalid";
  const isEmpty = issue.code === "too_small" && issue.origin !== "number" && issue.minimum === 1;
  return isEmpty ? "required" : codeOf(issue);
}

/** Parses a part of a file by its schema. Adds errors to `problems`, under the part's name. */
function readPart<T>(name: string, schema: z.ZodType<T>, value: unknown, problems: Problem[]): T | undefined {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const path = [name, ...issue.path].join(".");
    problems.push({ name: path, code: fieldCodeOf(issue), line: `${path}: ${issue.message}` });
  }
  return undefined;
}

function readSetting(key: string, value: unknown, problems: Problem[]): unknown {
  if (!isSettingKey(key)) {
    const line = `${key}: there is no such setting. npm run site -- settings lists all of them.`;
    problems.push({ name: key, code: "unknown_option", line });
    return undefined;
  }
  const { schema } = settingDefinitions[key];
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // only this project's own messages add something to the list of allowed values; Zod's default ones do not
  const reasons = parsed.error.issues.filter(({ message }) => /^(?:is|names) /.test(message));
  const reason = reasons.map(({ message }) => ` (${message})`).join("");
  const [issue] = parsed.error.issues;
  const line = `${key}: ${toText(value)} is not allowed${reason}. Allowed: ${allowedValues(schema)}.`;
  problems.push({ name: key, code: issue ? fieldCodeOf(issue) : "invalid", line });
  return undefined;
}

// control characters, line breaks included: a name stands in the headers of emails
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const unfit = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Whether a value or a part of it is text that no field may hold: with control characters or lone surrogates. */
function hasUnfitText(value: unknown): boolean {
  if (typeof value === "string") return unfit.test(value) || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => hasUnfitText(key) || hasUnfitText(inner));
}

function findUnfitText({ hosts, settings, company: owner, bundles: sold }: SiteInput): Problem[] {
  const fields: [string, unknown][] = [["hosts", hosts], ...Object.entries(settings ?? {}), ["bundles", sold]];
  const companyFieldsGiven = typeof owner === "object" && owner !== null ? Object.entries(owner) : [];
  const all = [...fields, ...companyFieldsGiven.map(([key, value]): [string, unknown] => [`company.${key}`, value])];
  return all
    .filter(([name, value]) => hasUnfitText(name) || hasUnfitText(value))
    .map(([name]) => ({ name, code: "forbidden_characters", line: `${name}: has a control character` }));
}

/** A site as far as it could be parsed: what is wrong is left out. */
export type ParsedSite = Pick<SiteFile, "hosts" | "settings" | "words"> & { bundles: SiteFile["bundles"] | undefined };

/**
 * `find` looks for what only the database knows, in the parts that could be parsed. Throws `InvalidSite`, with a line
 * for each problem at once, those in `before` first, which the caller has found already.
 */
export async function readSiteFile(
  key: string,
  input: SiteInput,
  before: readonly Problem[],
  find: (parsed: ParsedSite, wrong: ReadonlySet<string>) => Promise<Problem[]>,
): Promise<SiteFile> {
  const unfitTexts = findUnfitText(input);
  if (unfitTexts.length > 0) throw new InvalidSite([...before, ...unfitTexts]);
  const problems = [...before];
  const id = readPart("key", siteKey, key, problems);
  const hosts = readPart("hosts", z.array(hostName).max(20), input.hosts ?? [], problems);
  const settings = Object.fromEntries(
    Object.entries(input.settings ?? {}).map(([name, value]) => [name, readSetting(name, value, problems)]),
  );
  const owner = readPart("company", company, input.company ?? {}, problems);
  const sold = readPart("bundles", bundles, input.bundles, problems);
  const worded = readPart("pages", pages, input.pages ?? {}, problems);
  const others = [...new Set(hosts)].filter((host) => host !== settings.domain).sort();
  const own = readPart("words", words, input.words ?? {}, problems);
  const parsed: ParsedSite = { hosts: others, settings, bundles: sold, words: own ?? {} };
  problems.push(...(await find(parsed, new Set(problems.map(({ name }) => name.split(".")[0] ?? "")))));
  if (problems.length > 0 || !id || !owner || !sold || !worded || !own) throw new InvalidSite(problems);
  return { key: id, hosts: others, settings, company: owner, bundles: sold, pages: worded, words: own };
}
