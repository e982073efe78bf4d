/**
 * The import graphs of the folders in `server/features/` and `web/`: draws them for docs/architecture.md, and finds
 * cycles for the tests.
 * Usage: node scripts/folder-graph.ts (prints the drawings) | --write (puts them into the document)
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A folder whose sub-folders form a graph, and the import alias of its files. */
export type Tree = { root: string; alias: string };
/** One import, with both files as paths below the root. */
export type FileImport = { from: string; to: string };
/** For each importing folder, the folders that it imports, with the imports. */
export type FolderGraph = Record<string, Record<string, FileImport[]>>;

export const web: Tree = { root: "web", alias: "#web" };
export const features: Tree = { root: "server/features", alias: "#server/features" };

/** The root's own files count as a folder of this name. */
export const ownFiles = ".";

const project = join(import.meta.dirname, "..");
const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(?:^|\/)test-[^/]*$/.test(path);
// types too: `import type`, `export … from`, `import("…")`, and an import for its effect alone
const specifier = /\b(?:from|import)\s*\(?\s*["']([^"'\n]+)["']/g;

/** The imports between the files of a tree, without tests and their helpers. */
export function readImports({ root, alias }: Tree): FileImport[] {
  const folder = join(project, root);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  const files = new Set(paths.filter(isSource).sort());
  const imports: FileImport[] = [];
  for (const from of files) {
    for (const [, name = ""] of readFileSync(join(folder, from), "utf8").matchAll(specifier)) {
      const to = name.startsWith(`${alias}/`)
        ? name.slice(alias.length + 1)
        : posix.join(posix.dirname(from), name.startsWith(".") ? name : "");
      if (files.has(to)) imports.push({ from, to });
    }
  }
  return imports;
}

export function findFolder(file: string): string {
  return file.includes("/") ? (file.split("/")[0] ?? ownFiles) : ownFiles;
}

/** The folders, and the imports from each to each other one. */
export function buildGraph(imports: readonly FileImport[]): FolderGraph {
  const graph: FolderGraph = {};
  for (const { from, to } of imports) {
    const source = findFolder(from);
    const target = findFolder(to);
    graph[source] ??= {};
    graph[target] ??= {};
    if (source !== target) graph[source][target] = [...(graph[source][target] ?? []), { from, to }];
  }
  return graph;
}

const listTargets = (graph: FolderGraph, folder: string) => Object.keys(graph[folder] ?? {}).sort();

/** Every folder that can be reached from one, by one import or more. */
function reachedFrom(graph: FolderGraph, start: string): Set<string> {
  const reached = new Set<string>();
  const open = listTargets(graph, start);
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (reached.has(folder)) continue;
    reached.add(folder);
    open.push(...listTargets(graph, folder));
  }
  return reached;
}

/** The imports that lead from folder to folder in a circle, as text; empty if there is none. */
export function describeCycles(graph: FolderGraph): string {
  const isInCircle = (folder: string) => reachedFrom(graph, folder).has(folder);
  const circling = Object.keys(graph).filter(isInCircle).sort();
  const imports = circling.flatMap((folder) =>
    circling.flatMap((target) => (reachedFrom(graph, target).has(folder) ? (graph[folder]?.[target]?.[0] ?? []) : [])),
  );
  return imports.map(({ from, to }) => `${from} -> ${to}`).join(", ");
}

/** The transitive reduction of a graph without cycles. */
function reduced(graph: FolderGraph): [from: string, to: string][] {
  return Object.keys(graph)
    .sort()
    .flatMap((from) => {
      const targets = listTargets(graph, from);
      const further = new Set(targets.flatMap((target) => [...reachedFrom(graph, target)]));
      return targets.filter((to) => !further.has(to)).map((to): [string, string] => [from, to]);
    });
}

/** A Mermaid flowchart of a tree's folders: an arrow leads from a folder to one that it imports. */
export function flowchartOf(tree: Tree): string {
  const edges = reduced(buildGraph(readImports(tree)));
  const node = (folder: string) => (folder === ownFiles ? `own["${tree.root}/*"]` : folder);
  return ["flowchart TD", ...edges.map(([from, to]) => `  ${node(from)} --> ${node(to)}`)].join("\n");
}

/** Each drawing by the word of its markers in the document. */
const drawings: Record<string, Tree> = { "server-features": features, "web-folders": web };
const document = join(project, "docs/architecture.md");

/** The document as it is, and as it is with up-to-date drawings. */
export function readDocument(): { found: string; wanted: string } {
  const found = readFileSync(document, "utf8");
  let wanted = found;
  for (const [name, tree] of Object.entries(drawings)) {
    const between = new RegExp(`(<!-- ${name} -->)[^]*(<!-- /${name} -->)`);
    if (!between.test(wanted)) throw new Error(`docs/architecture.md has no markers for ${name}`);
    const drawing = `\n\`\`\`mermaid\n${flowchartOf(tree)}\n\`\`\`\n`;
    wanted = wanted.replace(between, (_, begin, end) => begin + drawing + end);
  }
  return { found, wanted };
}

if (import.meta.main) {
  if (process.argv.includes("--write")) writeFileSync(document, readDocument().wanted);
  else for (const tree of Object.values(drawings)) console.log(flowchartOf(tree));
}
