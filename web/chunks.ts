// Which modules of the pages become one file: over HTTP/1.1 a browser loads six files at a time, each after a wait.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rolldown } from "vite";
import { waitsForTouch } from "#contract/public-pages.ts";
import { memberFrame } from "./lib/member-frame.ts";
import { routeScreens } from "./route-screens.ts";

/** The pages that load a module before they react: their files import it, maybe through others, but not lazily. */
type Users = {
  /** Each page has it. */
  frame: boolean;
  /** Each page of a member has it. */
  memberFrame: boolean;
  /** The pages of visitors whose scripts wait for a touch. */
  waiting: readonly string[];
  /** The other pages of visitors. */
  visitors: readonly string[];
  /** The pages that members open on a usual day. */
  daily: readonly string[];
  /** The other pages of members, and those of the staff. */
  rare: readonly string[];
  /** A page of visitors loads it, maybe after it reacts. */
  visitorsLater: boolean;
};

const pages = routeScreens.filter(({ path }) => path !== "");
const dailyPages = pages.filter(({ own }) => own?.daily !== undefined);
const otherPages = pages.filter((page) => !dailyPages.includes(page));
const isVisitors = ({ screen: { who } }: (typeof pages)[number]) => who === "everyone" || who === "visitors";
const filesOf = (some: typeof pages) => [...new Set(some.map(({ file }) => file))];

const entries = {
  frame: ["root.tsx", "entry.client.tsx", "shell/default-layout.tsx"],
  memberFrame: memberFrame.map((name) => `shell/${name}.tsx`),
  waiting: filesOf(otherPages.filter(({ path }) => waitsForTouch(path))),
  visitors: filesOf(otherPages.filter((page) => isVisitors(page) && !waitsForTouch(page.path))),
  daily: filesOf(dailyPages),
  rare: filesOf(otherPages.filter((page) => !isVisitors(page))),
} satisfies Record<Exclude<keyof Users, "visitorsLater">, string[]>;

const inWeb = (file: string) => join(import.meta.dirname, file);
/** The pages and the frame of each are files of their own; that of members is loaded with what it imports. */
const ownFiles = new Set([...entries.frame, ...pages.map(({ file }) => file)].map(inWeb));

const iconLibrary = inWeb("../node_modules/lucide-react/dist/esm");

/** The files of the icons by name. The library's index, which a module imports for one icon, imports them all. */
function readIconFiles(): Map<string, string> {
  const index = readFileSync(join(iconLibrary, "lucide-react.mjs"), "utf8");
  const exports = [...index.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g)];
  return new Map(
    exports.flatMap(([, names = "", file = ""]) =>
      names.split(",").map((name) => [name.trim().replace("default as ", ""), join(iconLibrary, file)] as const),
    ),
  );
}

type ImportsOf = (id: string) => string[];

/** Finds the modules that a module imports, but not lazily. Throws if an icon has no file. */
function createImports(context: Rolldown.ChunkingContext): ImportsOf {
  const iconFiles = readIconFiles();
  const findIcon = (name: string) => {
    const file = iconFiles.get(name);
    if (file === undefined) throw new Error(`web/chunks.ts finds no file of the icon ${name} in lucide-react`);
    return file;
  };
  return (id) => {
    const { importedIds = [], code } = context.getModuleInfo(id) ?? {};
    const modules = importedIds.filter((each) => !each.startsWith(iconLibrary));
    if (id.startsWith(iconLibrary) || modules.length === importedIds.length) return modules;
    const names = [...(code ?? "").matchAll(/import\s*\{([^}]*)\}\s*from\s*"lucide-react"/g)]
      .flatMap(([, list = ""]) => list.split(","))
      .map((name) => name.trim().replace(/ as .*/, ""));
    return [...modules, ...names.filter((name) => name !== "").map(findIcon)];
  };
}

/** These files and the modules that they import, directly or through others. */
function reach(files: readonly string[], importsOf: ImportsOf): Set<string> {
  const reached = new Set(files.map(inWeb));
  // a set's loop reaches what is added meanwhile
  for (const each of reached) for (const imported of importsOf(each)) reached.add(imported);
  return reached;
}

/** Finds the users of a module; null for one that is a file of its own. */
function createUsers(context: Rolldown.ChunkingContext): (id: string) => Users | null {
  const importsOf = createImports(context);
  const withLazy = (id: string) => [...importsOf(id), ...(context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])];
  const files = [...new Set(Object.values(entries).flat())];
  const reached = new Map(files.map((file) => [file, reach([file], importsOf)]));
  const visitorsLater = reach([...entries.waiting, ...entries.visitors], withLazy);
  if ([...reached.values()].every(({ size }) => size === 1)) throw new Error("the build knows no imports of the pages");
  return (id) => {
    if (ownFiles.has(id)) return null;
    const list = (some: readonly string[]) => some.filter((file) => reached.get(file)?.has(id));
    return {
      frame: list(entries.frame).length > 0,
      memberFrame: list(entries.memberFrame).length > 0,
      waiting: list(entries.waiting),
      visitors: list(entries.visitors),
      daily: list(entries.daily),
      rare: list(entries.rare),
      visitorsLater: visitorsLater.has(id),
    };
  };
}

const nameOf = (file: string) => file.replace(/^.*\/|\.tsx?$/g, "");
const joinNames = (files: readonly string[]) => files.map(nameOf).join("-");

type Group = (users: Users & { members: boolean }) => string | null;

/**
 * The files of what several pages share: a module goes to the first that has a name for it. With a module a file takes
 * what that imports. So each asks for at least some users: what a module imports has all of the module's, maybe more.
 */
const groups: readonly Group[] = [
  ({ frame, members, waiting, daily }) =>
    frame || (members && (waiting.length > 2 || (waiting.length > 0 && daily.length > 3))) ? "shell" : null,
  ({ members, visitors, waiting }) => (members && visitors.length > 3 && waiting.length > 0 ? "fields" : null),
  ({ members, visitors }) => (members && visitors.length > 3 ? "forms" : null),
  ({ members, waiting: [file] }) => (members && file !== undefined ? `members-and-${file.split("/").at(-2)}` : null),
  ({ members, visitors }) => (members && visitors.length > 0 ? "members-and-visitors" : null),
  ({ memberFrame, daily }) => (memberFrame || daily.length > 3 ? "member-pages" : null),
  ({ daily, visitorsLater }) => (daily.length > 0 && visitorsLater ? `${joinNames(daily)}-and-visitors` : null),
  ...[2, 1, 0].flatMap((least): Group[] => [
    ({ daily, rare }) => (daily.length > least && rare.length > 0 ? `${joinNames(daily)}-and-others` : null),
    ({ daily }) => (daily.length > least ? `${joinNames(daily)}-parts` : null),
  ]),
  ({ waiting, visitors }) => (waiting.length > 8 && visitors.length > 0 ? "visitors" : null),
  ({ waiting }) => (waiting.length > 8 ? "landers" : null),
];

/** Groups for the bundler's `codeSplitting`. Throws if the build's modules are not those that the routes name. */
export function createChunkGroups() {
  let usersOf: ReturnType<typeof createUsers> | undefined;
  return groups.map((group) => ({
    priority: 1,
    name(id: string, context: Rolldown.ChunkingContext): string | null {
      // a style sheet stays with the page that imports it
      if (!/\.(?:tsx?|m?js)$/.test(id)) return null;
      usersOf ??= createUsers(context);
      const users = usersOf(id);
      return users && group({ ...users, members: users.memberFrame || users.daily.length > 0 });
    },
  }));
}
