import { readFileSync } from "node:fs";
import { z } from "zod";
import { maxFictionalProfiles } from "#contract/fictional-profiles.ts";
import { companyFields, InvalidSite, isSettingKey, ownCompany, readTyped } from "#server/features/sites/index.ts";
import { settingDefinitions } from "#server/site-settings.ts";
import { messageOf } from "./run-command.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const record = (problem: string) => z.custom<Record<string, unknown>>(isRecord, problem);

const noCount = `fictional: is not a number of profiles from 0 to ${maxFictionalProfiles}`;
const fictional = z.int(noCount).min(0, noCount).max(maxFictionalProfiles, noCount);
const parts = {
  key: z.string("key: is not a text").optional(),
  hosts: z.unknown().optional(),
  settings: record("settings is not an object").default({}),
  company: z.union([z.string(), record("")], "company is not an object").optional(),
  bundles: z.unknown().optional(),
  pages: z.unknown().optional(),
  words: z.unknown().optional(),
  fictional: fictional.optional(),
};
const siteInput = z.strictObject(parts, {
  error: (issue) => {
    const names = Object.keys(parts).join(", ");
    if (issue.code !== "unrecognized_keys") return `is not a JSON object with ${names}`;
    return `a site has no part ${issue.keys.join(", ")}; it has ${names}`;
  },
});
type Input = Omit<z.output<typeof siteInput>, "company"> & {
  company?: Record<string, unknown> | undefined;
  run_by?: string | undefined;
};

/** Throws `InvalidSite` if `read` throws: its reasons, each after the name of what is read. */
function reading<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reasons = error instanceof z.ZodError ? error.issues.map(({ message }) => message) : [messageOf(error)];
    throw new InvalidSite(reasons.map((reason) => `${what}: ${reason}`));
  }
}

function readLogo(file: string): string {
  const svg = readFileSync(file, "utf8");
  const shapes = [...svg.matchAll(/<(path|circle|rect|ellipse|polygon|polyline|line|text|image|use|g)\b([^>]*)>/g)];
  const [, shape, attributes = ""] = shapes[0] ?? [];
  const path = / d="([^"]*)"/.exec(attributes)?.[1];
  if (shapes.length === 1 && shape === "path" && path !== undefined && /viewBox="0 0 32 32"/.test(svg)) return path;
  throw new Error(`${file} is not a picture of one <path> in viewBox="0 0 32 32": join its shapes first`);
}

const companyKeys: Readonly<Record<string, z.ZodType>> = companyFields;

/** The value of a setting; text for an unknown one, which is refused with the other wrong values. */
function readSetting(name: string, text: string): unknown {
  if (name === "logo" && text.endsWith(".svg")) return reading(name, () => readLogo(text));
  return isSettingKey(name) ? readTyped(settingDefinitions[name].schema, text) : text;
}

/** Adds one `name=value` of the command line to `input`; returns what is wrong with it. */
function assign(input: Input, typed: string): string | undefined {
  const [, name = "", text = ""] = /^([a-z\d_.]+)=(.*)$/s.exec(typed) ?? [];
  if (name === "") return `${typed}: is not of the form name=value`;
  if (name === "hosts") input.hosts = readTyped(z.array(z.string()), text);
  else if (name === "company") input.run_by = text;
  else if (name === "fictional") {
    const count = fictional.safeParse(readTyped(fictional, text));
    if (!count.success) return noCount;
    input.fictional = count.data;
  } else if (name.startsWith("company.")) {
    const field = name.slice("company.".length);
    const schema = companyKeys[field];
    if (!schema) return `${name}: a company has no such field; it has ${Object.keys(companyKeys).join(", ")}`;
    input.company = { ...input.company, [field]: readTyped(schema, text) };
  } else input.settings = { ...input.settings, [name]: readSetting(name, text) };
  return undefined;
}

function readFile(path: string): Input {
  const { company, ...rest } = reading(path, () => siteInput.parse(JSON.parse(readFileSync(path, "utf8"))));
  return { ...rest, ...(typeof company === "string" ? { run_by: company } : { company }) };
}

/** The first one without `=` is the key, else the file has it. What is typed overrides the file. */
export function readSiteInput(path: string | undefined, typed: readonly string[]): Input {
  const input: Input = path === undefined ? { settings: {} } : readFile(path);
  if (typed.some((each) => each.startsWith("company=") && each !== `company=${ownCompany}`)) delete input.company;
  const hasKey = typed[0] !== undefined && !typed[0].includes("=");
  const problems = typed.slice(hasKey ? 1 : 0).flatMap((each) => assign(input, each) ?? []);
  if (problems.length > 0) throw new InvalidSite(problems);
  return hasKey ? { ...input, key: typed[0] } : input;
}
