import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { defaultLanguage, languages } from "#contract/constants.ts";
import { readCatalogs } from "#locales/read-catalogs.ts";
import { partOfCatalog, textParts } from "./lib/text-parts.ts";

const localesFolder = join(import.meta.dirname, "../locales");

/** The catalogs that pages read themselves; others are the server's, or are sent along with a page. */
const shownCatalogs = new Set(
  readFileSync(join(import.meta.dirname, "lib/catalogs.ts"), "utf8").match(/(?<=#locales\/en\/)[\w-]+\.json/g),
);

const hasCatalogs = (language: string) => existsSync(join(localesFolder, language));

function loadCatalogs(language: string): Record<string, object> {
  const catalogs = hasCatalogs(language) ? Object.entries(readCatalogs(language)) : [];
  return Object.fromEntries(catalogs.filter(([name]) => shownCatalogs.has(`${name}.json`)));
}

function mergeOver(base: object, top: object): Record<string, object> {
  const merged: Record<string, object> = { ...base };
  for (const [key, value] of Object.entries(top)) {
    const below = merged[key];
    merged[key] =
      typeof value === "object" && typeof below === "object" && below !== null ? mergeOver(below, value) : value;
  }
  return merged;
}

/** The catalogs in a file: the file itself, and those of its sections that the list of parts names. */
function catalogsOfFile([file, catalog]: [string, object]): [string, object][] {
  const texts: [string, object][] = Object.entries(catalog);
  const sections = texts
    .map(([name, section]): [string, object] => [`${file}.${name}`, section])
    .filter(([name]) => partOfCatalog(name) !== "rest");
  return sections.length === texts.length ? sections : [[file, catalog], ...sections];
}

function loadPart(language: string, part: string): object {
  const files = mergeOver(loadCatalogs(defaultLanguage), loadCatalogs(language));
  const catalogs = Object.entries(files).flatMap(catalogsOfFile);
  return Object.fromEntries(catalogs.filter(([name]) => partOfCatalog(name) === part));
}

/** The functions that load each part of the texts, by language. */
function createLoaderSource(): string {
  const createLanguageEntries = (part: string) =>
    languages.map((language) => `${language}: () => import("virtual:texts-${part}-${language}")`).join(", ");
  return `export const loaders = { ${textParts.map((part) => `${part}: { ${createLanguageEntries(part)} }`).join(", ")} };`;
}

/**
 * `virtual:texts` maps each language to the functions that load its catalogs, in a chunk for each part, such as
 * `texts-first-<language>`. While a translation is being written, English fills its gaps; a test prevents shipping
 * it so.
 */
export function texts(): Plugin {
  return {
    name: "texts",
    resolveId: (id) => (id === "virtual:texts" || id.startsWith("virtual:texts-") ? `\0${id.slice(8)}.js` : null),
    load(id) {
      if (id === "\0texts.js") return createLoaderSource();
      const [, part, language] = /^\0texts-(\w+)-(\w\w)\.js$/.exec(id) ?? [];
      if (part === undefined || language === undefined) return null;
      if (hasCatalogs(language)) this.addWatchFile(join(localesFolder, language));
      return `export default ${JSON.stringify(loadPart(language, part))}`;
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

/** The part of a contract's export that the browser needs: a call without its schemas, a list or a number as it is. */
function toBrowserExport(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if ("_zod" in value) return undefined;
  if (!("path" in value && "answer" in value && "method" in value && "clientHeader" in value)) return value;
  const { method, path, clientHeader } = value;
  return { method, path, ...("when" in value && { when: value.when }), clientHeader };
}

/**
 * The server validates what comes in and what goes out; the browser gets the contract without its schemas, which saves
 * it zod (22 kB). A contract file that exports a function is taken as it is, and so may have no schemas.
 */
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
      return exports
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(toBrowserExport(value))};`)
        .join("\n");
    },
  };
}

/**
 * React Router reloads the page each time a route's script can't be loaded. Ours does so at most once a minute, and
 * shows the error page otherwise (R4.24).
 */
export function reloadOnce(): Plugin {
  const reload = "window.location.reload();";
  return {
    name: "reload-once",
    transform(code, id) {
      if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules/.test(id)) return null;
      if (!code.includes(reload)) {
        throw new Error("React Router loads routes differently: web/vite-plugins.ts, reloadOnce");
      }
      return code.replace(reload, "if (!globalThis.reloadForChunk()) return { default() { throw error; } };");
    },
  };
}

/** Begins the script that starts a page. As text, since it runs before any script of ours. */
const afterPaint = `
  await new Promise((go) => {
    new PerformanceObserver(go).observe({ type: "paint", buffered: true });
    // a tab in the background paints nothing
    setTimeout(go, 1000);
  });
  for (const link of document.querySelectorAll("link[rel=after-paint]")) {
    // a copy, because React finds the link as it rendered it; in a task of its own, because a phone needs 5 ms for each
    setTimeout(() => document.head.append(Object.assign(link.cloneNode(), { rel: "modulepreload" })));
  }`;

/**
 * Loads a page's scripts after its first paint (0080): until then, styles, the font and photos have the connection and
 * the processor. React Router would load the scripts at once, and run them as soon as it has them. Links with `rel`
 * "after-paint" preload scripts then.
 */
export function scriptsLast(): Plugin {
  const preload = 'rel: "modulepreload",';
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of React Router
  const start = "return `import * as ${routeVarName} from ${JSON.stringify(module)};`";
  return {
    name: "scripts-last",
    transform(code, id) {
      if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/components/.test(id)) return null;
      if (!code.includes(preload) || !code.includes(start)) {
        throw new Error("React Router starts scripts differently: web/vite-plugins.ts, scriptsLast");
      }
      return code.replaceAll(preload, 'rel: "after-paint", fetchPriority: "low",').replace(
        start,
        `return \`\${routeIndex === 0 ? ${JSON.stringify(afterPaint)} : ""}
  const \${routeVarName} = await import(\${JSON.stringify(module)});\``,
      );
    },
  };
}

/** The router's module for those who observe it. The last two names are the server's. */
const unobserved = `
  const unused = () => { throw new Error("left out: web/vite-plugins.ts, withoutUnused"); };
  export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
  export { unused as getRouteInstrumentationUpdates, unused as instrumentClientSideRouter };
  export let instrumentHandler, instrumentationResultMetaContext;`;

/**
 * Leaves out two parts of the router that no page uses, and that a browser would load all the same (2 kB): reports to
 * observers, and links that load their page in advance. Code that uses one of them gets an error.
 */
export function withoutUnused(): Plugin {
  const prefetching = "function PrefetchPageLinks({ page, ...linkProps }) {";
  return {
    name: "without-unused",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      if (/react-router\/dist\/\w+\/lib\/router\/instrumentation\.\w+$/.test(id))
        return { code: unobserved, map: null };
      if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/components/.test(id)) return null;
      if (!code.includes(prefetching))
        throw new Error("React Router prefetches differently: web/vite-plugins.ts, withoutUnused");
      return code.replace(
        prefetching,
        `${prefetching} throw new Error("left out: web/vite-plugins.ts, withoutUnused");`,
      );
    },
  };
}

/**
 * Makes each icon one element. The library's own component takes 2 kB, and computes an icon's attributes anew at each
 * render. The keys of an icon's shapes are left out: they never move, and no compression makes random letters smaller.
 */
export function plainIcons(): Plugin {
  return {
    name: "plain-icons",
    apply: "build",
    enforce: "pre",
    async load(id) {
      if (!/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) return null;
      const { __iconData: icon }: { __iconData?: { node: [string, object][] } } = await import(pathToFileURL(id).href);
      // a deprecated name: its file only exports the renamed icon
      if (icon === undefined) return null;
      const shapes = icon.node.map(([name, { ...attributes }]) => [name, { ...attributes, key: undefined }]);
      const file = JSON.stringify(join(import.meta.dirname, "ui/plain-icon.ts"));
      return `import { plainIcon } from ${file};\nexport default plainIcon(${JSON.stringify(shapes)});`;
    },
  };
}
