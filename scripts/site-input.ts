import { readFileSync } from "node:fs";
import { z } from "zod";
import { companyFields, InvalidSite, isSettingKey, readTyped, type SiteInput } from "#server/features/sites/index.ts";
import { settingDefinitions } from "#server/site-settings.ts";

/** The site as the user describes it, in a file and on the command line. */
export type Wanted = SiteInput & { key?: string | undefined; fictional?: number | undefined };

const parts = ["key", "hosts", "settings", "company", "bundles", "pages", "fictional"];

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;

/** Reads a site's file. Throws `InvalidSite` if it is not a JSON object with the parts of a site. */
function readFile(path: string): Record<string, unknown> {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new InvalidSite([`${path}: ${error instanceof Error ? error.message : String(error)}`]);
  }
  const file = record(read);
  if (!file) throw new InvalidSite([`${path}: is not a JSON object with ${parts.join(", ")}`]);
  const unknown = Object.keys(file).filter((part) => !parts.includes(part));
  const wrong = ["settings", "company"].filter((part) => file[part] !== undefined && !record(file[part]));
  const problems = [
    ...unknown.map((part) => `${path}: a site has no part ${part}; it has ${parts.join(", ")}`),
    ...wrong.map((part) => `${path}: ${part} is not an object`),
  ];
  if (problems.length > 0) throw new InvalidSite(problems);
  return file;
}

const companyKeys: Readonly<Record<string, z.ZodType>> = companyFields;

/** Adds one `name=value` of the command line to `wanted`; returns the problem if the name is wrong. */
function assignSetting(wanted: Record<string, unknown>, typed: string): string | undefined {
  const [, name = "", text = ""] = /^([a-z\d_.]+)=(.*)$/s.exec(typed) ?? [];
  const settings = record(wanted.settings) ?? {};
  if (name === "") return `${typed}: is not of the form name=value`;
  if (name === "hosts") wanted.hosts = readTyped(z.array(z.string()), text);
  else if (name === "fictional") wanted.fictional = readTyped(z.int(), text);
  else if (name === "company") wanted.company = text;
  else if (name.startsWith("company.")) {
    const field = name.slice("company.".length);
    const schema = companyKeys[field];
    if (!schema) return `${name}: a company has no such field; it has ${Object.keys(companyKeys).join(", ")}`;
    wanted.company = { ...record(wanted.company), [field]: readTyped(schema, text) };
  } else if (name === "logo") wanted.settings = { ...settings, logo: readLogo(text) };
  else if (isSettingKey(name))
    wanted.settings = { ...settings, [name]: readTyped(settingDefinitions[name].schema, text) };
  else return `${name}: there is no such setting. npm run site -- settings lists all of them.`;
  return undefined;
}

/** The path in an .svg file; a text that does not end in `.svg` is the path itself. Throws `InvalidSite`. */
function readLogo(text: string): string {
  if (!text.endsWith(".svg")) return text;
  let svg: string;
  try {
    svg = readFileSync(text, "utf8");
  } catch (error) {
    throw new InvalidSite([`logo: ${error instanceof Error ? error.message : String(error)}`]);
  }
  const shapes = [...svg.matchAll(/<(path|circle|rect|ellipse|polygon|polyline|line|text|image|use|g)\b([^>]*)>/g)];
  const [, shape, attributes = ""] = shapes[0] ?? [];
  const path = / d="([^"]*)"/.exec(attributes)?.[1];
  if (shapes.length !== 1 || shape !== "path" || path === undefined || !/viewBox="0 0 32 32"/.test(svg)) {
    throw new InvalidSite([
      `logo: ${text} is not a picture of one <path> in viewBox="0 0 32 32": join its shapes first`,
    ]);
  }
  return path;
}

const fictional = z.int().min(0);

/** Reads the file, and overrides its parts by the typed ones. Throws `InvalidSite`. */
export function readWanted(path: string | undefined, typed: readonly string[], most: number): Wanted {
  const wanted: Record<string, unknown> = path === undefined ? {} : readFile(path);
  const problems = typed.flatMap((each) => assignSetting(wanted, each) ?? []);
  const count = fictional.max(most).optional().safeParse(wanted.fictional);
  if (!count.success) problems.push(`fictional: is not a number of profiles from 0 to ${most}`);
  if (wanted.key !== undefined && typeof wanted.key !== "string") problems.push("key: is not a text");
  if (problems.length > 0) throw new InvalidSite(problems);
  return {
    key: typeof wanted.key === "string" ? wanted.key : undefined,
    hosts: wanted.hosts,
    settings: record(wanted.settings) ?? {},
    company: wanted.company,
    bundles: wanted.bundles,
    pages: wanted.pages,
    fictional: count.data,
  };
}
