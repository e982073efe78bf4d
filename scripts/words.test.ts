import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const project = join(import.meta.dirname, "..");

/** Generated from comments in migrations, which never change; and the glossary's own list of rejected words. */
const exempt = ["server/db/tables.ts", "docs/glossary.md", "bench/README.md", "scripts/words.test.ts"];

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: project,
  encoding: "utf8",
}).split("\n");

const files = tracked.filter(
  (path) => /\.(ts|tsx|mjs|css|md)$/.test(path) && !exempt.includes(path) && existsSync(join(project, path)),
);

/** Words that hide the actor, and home-made words for which there is a common one (docs/glossary.md). */
const rejected = /\b(whoever|whomever|whom|somebody|nobody|anybody|who is told|what is said|doers?)\b/i;

/**
 * Names that the code gave up: `validate…` returns a problem, `assert…` throws it, `revoke…`, `anonymise…`, `notify…`.
 */
const rejectedNames =
  /\b(?:function|const|type|let)\s+((?:refuse|drop|strip|heed|hear)[A-Z]\w*|Wish|Looking|Asking|Telling)\b/;

/** Variables that don't say what they hold. `given` of a prepared statement is a function. */
const noNouns = "(?:found|known|wanted|stored|given|shown|taken|made)";
const rejectedVariables = new RegExp(
  [
    `\\b(?:const|let) ${noNouns}\\b`,
    `\\b(?:const|let) [{[][^=;]*?[\\s,:.[]${noNouns}(?=[,\\s}\\]])(?=[^;]*?[}\\]] (?:=|of) )`,
    `\\(\\{[^})]*?[{,:.] ?${noNouns}(?=[, ])[^:})]*\\}(?=:|\\) =>)`,
    `(?:\\(\\s*|,\\s+)${noNouns}\\??: (?!Givens)(?:string|number|boolean|readonly|[A-Z])`,
    `[(,\\s]${noNouns}\\)? =>`,
  ].join("|"),
  "g",
);

type Line = { where: string; text: string; comment: boolean };

/** The lines that engineers read as prose: comments, test titles and documents. */
function proseOf(path: string): Line[] {
  const lines = readFileSync(join(project, path), "utf8").split("\n");
  if (path.endsWith(".md")) return lines.map((text, at) => ({ where: `${path}:${at + 1}`, text, comment: false }));
  let inBlock = false;
  return lines.flatMap((line, at) => {
    const begins = /^\s*\{?\/\*/.test(line);
    const block = inBlock || begins;
    if (begins) inBlock = true;
    if (line.includes("*/")) inBlock = false;
    const title = /\b(?:test|describe)(?:\.\w+)*\(\s*(["'`])(.*?)\1/.exec(line)?.[2];
    const comment = block ? line : /(?:^|\s)\/\/ (.*)$/.exec(line)?.[1];
    const text = comment ?? title;
    return text === undefined ? [] : [{ where: `${path}:${at + 1}`, text, comment: comment !== undefined }];
  });
}

const prose = files.flatMap(proseOf);

test("comments, test titles and documents name the actor", () => {
  const rejections = prose.flatMap(({ where, text }) => {
    const word = rejected.exec(text)?.[0];
    return word === undefined ? [] : [`${where}: "${word}" in: ${text.trim()}`];
  });
  expect(rejections, "name the user, the member, the caller: see Style in CONTRIBUTING.md").toEqual([]);
});

test("no comment is wider than 120 columns", () => {
  const widths = files.filter((path) => !path.endsWith(".md")).flatMap(proseOf);
  const wide = widths.filter(({ comment, text }) => comment && text.length > 120).map(({ where }) => where);
  expect(wide, "wrap these comments: Biome does not").toEqual([]);
});

test("no merge left its markers, which compile inside a comment", () => {
  const marked = files.filter((path) => /^(?:<{7}|>{7}) /m.test(readFileSync(join(project, path), "utf8")));
  expect(marked).toEqual([]);
});

test("functions and types have the usual verbs and nouns", () => {
  const rejections = files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      readFileSync(join(project, path), "utf8")
        .split("\n")
        .flatMap((line, at) => {
          const name = rejectedNames.exec(line)?.[1];
          return name === undefined ? [] : [`${path}:${at + 1}: ${name}`];
        }),
    );
  expect(rejections, "validate, assert, register, revoke, delete, anonymise, notify; …Input, …Context").toEqual([]);
});

test("variables and parameters are nouns that say what they hold", () => {
  const sources = files.filter((path) => /^(?:server|contract|web|scripts|bench|demo|drill)\/.*\.tsx?$/.test(path));
  const declared = sources
    .filter((path) => !/\.test\.tsx?$|(?:^|\/)test[-.]/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(project, path), "utf8").matchAll(rejectedVariables)].map(([match]) => `${path}: ${match}`),
    );
  expect(declared, "profile, payment, previousStatus; not found, known, wanted").toEqual([]);
});

/** The files that a document may mean by a path, or by its end, such as `send-store.ts`. */
const filesOf = (path: string) => files.filter((each) => each === path || each.endsWith(`/${path}`));

test.each(files.filter((path) => path.endsWith(".md")))(
  "the files that %s names exist, and have the names beside them",
  (path) => {
    const text = readFileSync(join(project, path), "utf8").replace(/```[\s\S]*?```/g, "");
    const paths = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, file = ""]) => file);
    expect(paths.filter((file) => filesOf(file).length === 0 && !exempt.includes(file))).toEqual([]);
    // `name` in `file.ts`, or `name` (`file.ts`)
    const named = [...text.matchAll(/`([A-Za-z]\w*)`\s+(?:(?:in|of)\s+|\()`([\w./-]+\.tsx?)`/g)];
    const isThere = (name = "", file = "") =>
      filesOf(file).some((each) => new RegExp(`\\b${name}\\b`).test(readFileSync(join(project, each), "utf8")));
    expect(named.filter(([, name, file]) => !isThere(name, file)).map(([match]) => match)).toEqual([]);
  },
);

const codeWords = new Set(
  [...files.filter((path) => !path.endsWith(".md")), "scripts/words.test.ts"].flatMap(
    (path) => readFileSync(join(project, path), "utf8").match(/\w+/g) ?? [],
  ),
);

test.each([
  "CONTRIBUTING.md",
  "README.md",
  "docs/architecture.md",
  "docs/first-hour.md",
  "docs/subjects.md",
  "docs/testing.md",
])("the functions, folders and commands that %s names exist", (path) => {
  const text = readFileSync(join(project, path), "utf8");
  const ofText = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  const functions = ofText(/`([a-z]+(?:[A-Z]\w*))(?:\([^`\n]*\)|<[^`\n]*>)?`/g);
  const folders = ofText(/`((?!test-results)(?:[\w-]+\/)+)`/g);
  const commands = ofText(/npm run (?:-s )?([\w:-]+)/g);
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  const isFolder = (folder: string) => tracked.some((each) => `/${each}`.includes(`/${folder}`));
  const missing = {
    functions: functions.filter((name) => !codeWords.has(name)),
    folders: folders.filter((folder) => !isFolder(folder)),
    commands: commands.filter((command) => !(command in scripts)),
  };
  expect(missing).toEqual({ functions: [], folders: [], commands: [] });
});
