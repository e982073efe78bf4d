import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A catalog: texts by key, and groups of them. */
export type Catalog = { [key: string]: string | Catalog };

const marker = "@";

function merge(into: Catalog, section: Catalog, place: string): void {
  for (const [key, value] of Object.entries(section)) {
    const before = into[key];
    if (before === undefined) into[key] = structuredClone(value);
    else if (typeof before === "object" && typeof value === "object") merge(before, value, `${place}.${key}`);
    else throw new Error(`two catalogs have the text ${place}.${key}`);
  }
}

/**
 * A feature's catalog holds all the words of the feature, also those that belong in a catalog of many features: its
 * section `@mails` is merged into `mails`, as `@errors` into `errors`. Returns the catalogs of a language with all
 * sections in their places. Throws if a text is there twice.
 */
function withSections(catalogs: Readonly<Record<string, Catalog>>): Record<string, Catalog> {
  const isSection = (key: string) => key.startsWith(marker);
  const merged: Record<string, Catalog> = {};
  for (const [name, catalog] of Object.entries(catalogs)) {
    const own = Object.entries(catalog).filter(([key]) => !isSection(key));
    merged[name] = structuredClone(Object.fromEntries(own));
  }
  for (const catalog of Object.values(catalogs)) {
    for (const [key, section] of Object.entries(catalog)) {
      if (!isSection(key) || typeof section === "string") continue;
      const name = key.slice(marker.length);
      const target = merged[name] ?? {};
      merged[name] = target;
      merge(target, section, name);
    }
  }
  return merged;
}

/**
 * Fills the lists of a catalog: `{kept}` in a text becomes what the features have in `lists.kept` of their sections, in
 * the order of the files. Each entry is inflected as the sentence needs it, and a comma follows it. A text that is the
 * placeholder alone has one line for each entry.
 */
function withLists(catalog: Catalog): Catalog {
  const { lists = {} } = catalog;
  if (typeof lists === "string") return catalog;
  const fill = (text: string): string =>
    Object.entries(lists).reduce((filled, [name, entries]) => {
      const place = `{${name}}`;
      return filled.replace(place, () => Object.values(entries).join(text === place ? "\n" : ", "));
    }, text);
  const fillAll = (texts: Catalog): Catalog =>
    Object.fromEntries(
      Object.entries(texts).map(([key, value]) => [key, typeof value === "string" ? fill(value) : fillAll(value)]),
    );
  return fillAll(catalog);
}

/**
 * A text that is the same as another one in all languages is a reference: English has `=auth:login.send`, the others
 * have none. What features of different areas call the same stands in `words.json`.
 */
export const isReference = (text: Catalog[string]): boolean => typeof text === "string" && text.startsWith("=");

/** A language's catalog with the references of English, in the order of English. */
function withReferences(own: Catalog, english: Catalog): Catalog {
  const inOrder = Object.entries(english).flatMap(([key, source]): [string, Catalog[string]][] => {
    const text = own[key];
    if (isReference(source)) return [[key, source]];
    if (typeof source === "string" || typeof text === "string") return text === undefined ? [] : [[key, text]];
    const inner = withReferences(text ?? {}, source);
    return Object.keys(inner).length === 0 ? [] : [[key, inner]];
  });
  const others = Object.entries(own).filter(([key]) => !(key in english));
  return Object.fromEntries([...inOrder, ...others]);
}

/** The catalogs with the texts that their references mean. Throws if there is none. */
function resolveReferences(catalogs: Readonly<Record<string, Catalog>>): Record<string, Catalog> {
  const resolve = (text: string): string => {
    if (!isReference(text)) return text;
    const meant = rawText(catalogs, text.slice(1));
    if (meant === undefined || isReference(meant)) throw new Error(`${text} refers to no text`);
    return meant;
  };
  const resolveAll = (texts: Catalog): Catalog =>
    Object.fromEntries(
      Object.entries(texts).map(([key, value]) => [
        key,
        typeof value === "string" ? resolve(value) : resolveAll(value),
      ]),
    );
  return Object.fromEntries(Object.entries(catalogs).map(([name, catalog]) => [name, resolveAll(catalog)]));
}

const read = (path: string): Catalog => JSON.parse(readFileSync(path, "utf8"));

/** The files of English by their paths, which all other languages need. */
const englishFiles = new Map<string, Catalog>();

function readEnglish(path: string): Catalog {
  const catalog = englishFiles.get(path) ?? read(path);
  englishFiles.set(path, catalog);
  return catalog;
}

/** Reads the catalogs of a language, by name, with the words of the features in their places. */
export function readCatalogs(language: string, folder = import.meta.dirname): Record<string, Catalog> {
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith(".json"));
  const catalogs = files.sort().map((file): [string, Catalog] => {
    const own = read(join(folder, language, file));
    const catalog = language === "en" ? own : withReferences(own, readEnglish(join(folder, "en", file)));
    return [file.slice(0, -".json".length), catalog];
  });
  const merged = resolveReferences(withSections(Object.fromEntries(catalogs)));
  return Object.fromEntries(Object.entries(merged).map(([name, catalog]) => [name, withLists(catalog)]));
}

/** Catalogs and their sections, by the names that screens use: `account`, `account.question`. */
export function nameSections(catalogs: Readonly<Record<string, Catalog>>): Record<string, Catalog> {
  const sections = Object.entries(catalogs).flatMap(([name, catalog]) =>
    Object.entries(catalog).flatMap(([key, value]) => (typeof value === "object" ? [[`${name}.${key}`, value]] : [])),
  );
  return { ...catalogs, ...Object.fromEntries(sections) };
}

/** A text as it stands, with its placeholders; `key` is such as `errors:field.email_taken`. Undefined: none. */
export function rawText(catalogs: Readonly<Record<string, Catalog>>, key: string): string | undefined {
  const [catalog = "", path = ""] = key.split(":");
  const steps = path.split(".");
  const text = steps.reduce<string | Catalog | undefined>(
    (inner, step) => (typeof inner === "object" ? inner[step] : undefined),
    catalogs[catalog],
  );
  return typeof text === "string" ? text : undefined;
}
