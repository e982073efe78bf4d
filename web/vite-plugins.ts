import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "vite";
import { languages } from "#contract/constants.ts";
import { nameSections, readCatalogs } from "#locales/read-catalogs.ts";
import { type TextPart, textParts } from "./lib/text-parts.ts";
import { routeScreens, sortCatalogs } from "./route-screens.ts";

const partOf = sortCatalogs(routeScreens);
const listNames = (part: TextPart) => Object.keys(partOf).filter((name) => partOf[name] === part);

function loadPart(language: string, part: TextPart): object {
  const texts = nameSections(readCatalogs(language));
  return Object.fromEntries(listNames(part).map((name) => [name, texts[name]]));
}

const createLanguageEntries = (part: string) =>
  languages.map((language) => `${language}: () => import("virtual:texts-${part}-${language}")`).join(", ");

/** The functions that load each part of the texts, by language, and the names of the catalogs in all parts but one. */
function createLoaderSource(): string {
  const named = textParts.filter((part) => part !== "daily").map((part) => [part, listNames(part).join(" ")]);
  const parts = textParts.filter((part) => part !== "office");
  // every page has these functions, so those of the back office are in a file of their own
  return `
    const loadOffice = (language) => () => import("virtual:texts-office").then((office) => office.loaders[language]());
    export const loaders = {
      ${parts.map((part) => `${part}: { ${createLanguageEntries(part)} }`).join(", ")},
      office: Object.fromEntries(${JSON.stringify(languages)}.map((language) => [language, loadOffice(language)])),
    };
    export const catalogsOf = ${JSON.stringify(Object.fromEntries(named))};
  `;
}

/** `virtual:texts`: a language's loaders, a chunk a part. */
export function texts(): Plugin {
  return {
    name: "texts",
    resolveId: (id) => (id === "virtual:texts" || id.startsWith("virtual:texts-") ? `\0${id.slice(8)}.js` : null),
    load(id) {
      if (id === "\0texts.js") return createLoaderSource();
      if (id === "\0texts-office.js") return `export const loaders = { ${createLanguageEntries("office")} }`;
      const [, name, language] = /^\0texts-(\w+)-(\w\w)\.js$/.exec(id) ?? [];
      const part = textParts.find((each) => each === name);
      if (part === undefined || language === undefined) return null;
      return `export default ${JSON.stringify(loadPart(language, part))}`;
    },
  };
}

/** A catalog that a module imports has the sections of the features in their places, as in the browser's texts. */
export function wholeCatalogs(): Plugin {
  return {
    name: "whole-catalogs",
    enforce: "pre",
    load(id) {
      const [, language, name] = /\/locales\/(\w\w)\/([\w-]+)\.json$/.exec(id) ?? [];
      return language && name ? JSON.stringify(readCatalogs(language)[name]) : null;
    },
  };
}

const emojiFolder = join(import.meta.dirname, "../node_modules/emojibase-data");
/** Phones that are some years old show emoji of later versions as empty boxes. */
const newestEmoji = 15;

type Emoji = { emoji: string; label: string; tags?: string[]; group?: number; version: number };
type EmojiMessages = { groups: { key: string; order: number; message: string }[] };

/** The emoji of a language in the picker's format, without skin tones and all else that it does not show. */
function loadEmoji(language: string): object {
  const readJson = (file: string) => JSON.parse(readFileSync(join(emojiFolder, language, file), "utf8"));
  const allEmoji: Emoji[] = readJson("data.json");
  const { groups }: EmojiMessages = readJson("messages.json");
  const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
  return {
    locale: language,
    emojis: allEmoji
      .filter(({ group, version }) => group !== undefined && version <= newestEmoji)
      .map(({ emoji, label, tags = [], group, version }) => ({ emoji, label, tags, category: group, version })),
    categories: groups
      .filter(({ key }) => key !== "component")
      .map(({ order, message }) => ({ index: order, label: capitalise(message) })),
    skinTones: {},
  };
}

/** `virtual:emoji` maps each language to the function that loads its emoji, with their names and search words. */
export function emoji(): Plugin {
  return {
    name: "emoji",
    resolveId: (id) => (id === "virtual:emoji" || id.startsWith("virtual:emoji-") ? `\0${id.slice(8)}.js` : null),
    load(id) {
      if (id === "\0emoji.js") {
        const loaders = languages.map((language) => `${language}: () => import("virtual:emoji-${language}")`);
        return `export const emoji = { ${loaders.join(", ")} };`;
      }
      const [, language] = /^\0emoji-(\w\w)\.js$/.exec(id) ?? [];
      if (language === undefined) return null;
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(loadEmoji(language)))})`;
    },
  };
}

const contract = join(import.meta.dirname, "../contract");

const isSchema = (value: unknown) => typeof value === "object" && value !== null && "_zod" in value;

/**
 * The part of a contract's export that the browser needs: a call without its schemas, no schemas and no list of them,
 * anything else as it is.
 */
function toBrowserExport(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("path" in value && "answer" in value && "method" in value && "clientHeader" in value && "key" in value) {
    const { method, path, clientHeader, key } = value;
    return { method, path, ...("when" in value && { when: value.when }), clientHeader, key };
  }
  return isSchema(value) || Object.values(value).some(isSchema) ? undefined : value;
}

/** An export as source. Throws for what JSON would change without a word, such as a `Set`, a `RegExp` or `Infinity`. */
export function toExportSource(file: string, [name, value]: [string, unknown]): string {
  const json = JSON.stringify(value);
  if (value === undefined) return `export const ${name} = undefined;`;
  if (json !== undefined && isDeepStrictEqual(JSON.parse(json), value)) return `export const ${name} = ${json};`;
  throw new Error(`${file}: ${name} holds what JSON can't carry to the browser`);
}

/** The server validates, so the browser needs no zod (22 kB). A file that exports a function keeps its schemas. */
export function contractWithoutSchemas(): Plugin {
  return {
    name: "contract-without-schemas",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    async load(id) {
      if (!id.startsWith(contract) || !id.endsWith(".ts")) return null;
      const exportsByName: Record<string, unknown> = await import(pathToFileURL(id).href);
      const exports = Object.entries(exportsByName);
      if (exports.some(([, value]) => typeof value === "function")) {
        if (readFileSync(id, "utf8").includes('from "zod"'))
          throw new Error(`${id} exports functions: schemas belong elsewhere`);
        return null;
      }
      return exports.map(([name, value]) => toExportSource(id, [name, toBrowserExport(value)])).join("\n");
    },
  };
}

/** Another library's file, replaced by ours. The build fails if it imports no such file any more. */
function replaceFile(
  name: string,
  { file, importers, by }: { file: string; importers: string; by: string },
): Pick<Plugin, "name" | "enforce" | "resolveId" | "buildEnd"> {
  let replaced = 0;
  return {
    name,
    enforce: "pre",
    resolveId(source, importer = "") {
      if (source !== file || !importer.includes(importers)) return null;
      replaced += 1;
      return join(import.meta.dirname, by);
    },
    buildEnd(error) {
      if (error || replaced > 0) return;
      throw new Error(`nothing in ${importers} imports ${file}: ${name} in web/vite-plugins.ts replaces nothing`);
    },
  };
}

/**
 * R4.24: React Router would reload the page at each failure; ours at most once a minute, else an error page. It has no
 * option for that, so its own file is replaced.
 */
export function routeModules(): Plugin {
  const [file, importers, by] = ["./routeModules.js", "/react-router/dist/", "lib/load-route-module.ts"];
  return {
    ...replaceFile("routeModules()", { file, importers, by }),
    applyToEnvironment: (environment) => environment.name === "client",
  };
}

/** What an icon's file says besides its shapes: a key of each shape, and names. */
const besidesShapes = /,\s*key: "\w+"|name: "[\w-]+",\s*size: \d+,|,\s*aliases: \[[^\]]*\]|^__iconData\.node;$/gm;

/** Icons of one plain element each, with their shapes alone: see `web/ui/create-icon.tsx`. */
export function icons() {
  const [file, importers, by] = ["../createLucideIcon.mjs", "/lucide-react/dist/esm/icons/", "ui/create-icon.tsx"];
  return {
    ...replaceFile("icons()", { file, importers, by }),
    transform: (code: string, id: string) => (id.includes(importers) ? code.replaceAll(besidesShapes, "") : null),
  } satisfies Plugin;
}
