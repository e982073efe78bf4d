/** The import graphs of the folders, for the tests; `npm run docs:folders` draws them in docs/architecture.md. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

type Tree = { root: string; alias: string };
type FileImport = { from: string; to: string };
/** For each importing folder, the folders that it imports, each with the first import. */
type FolderGraph = Record<string, Record<string, FileImport>>;

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

const findFolder = (file: string): string => /^([^/]+)\//.exec(file)?.[1] ?? ownFiles;

export function buildGraph(imports: readonly FileImport[]): FolderGraph {
  const graph: FolderGraph = {};
  for (const { from, to } of imports) {
    const source = findFolder(from);
    const target = findFolder(to);
    graph[source] ??= {};
    graph[target] ??= {};
    if (source !== target) graph[source][target] ??= { from, to };
  }
  return graph;
}

/** Every folder that can be reached from one, by one import or more. */
function reachedFrom(graph: FolderGraph, start: string, reached = new Set<string>()): Set<string> {
  for (const folder of Object.keys(graph[start] ?? {})) {
    if (!reached.has(folder)) reachedFrom(graph, folder, reached.add(folder));
  }
  return reached;
}

export function describeCycles(graph: FolderGraph): string {
  const circling = Object.entries(graph).flatMap(([folder, targets]) =>
    Object.entries(targets).filter(([target]) => reachedFrom(graph, target).has(folder)),
  );
  const lines = circling.map(([, { from, to }]) => `${from} -> ${to}`);
  return lines.sort().join(", ");
}

/** A Mermaid flowchart of a tree's folders: the arrows between them, without those that follow from others. */
function flowchartOf(tree: Tree): string {
  const graph = buildGraph(readImports(tree));
  const node = (folder: string) => (folder === ownFiles ? `own["${tree.root}/*"]` : folder);
  const arrows = Object.entries(graph).flatMap(([from, targets]) => {
    const direct = Object.keys(targets);
    const further = new Set(direct.flatMap((target) => [...reachedFrom(graph, target)]));
    return direct.filter((to) => !further.has(to)).map((to) => `${from} ${to}`);
  });
  const lines = arrows.sort().map((arrow) => `  ${arrow.split(" ").map(node).join(" --> ")}`);
  return ["flowchart TD", ...lines].join("\n");
}

const drawings: Record<string, Tree> = { "server-features": features, "web-folders": web };
const document = join(project, "docs/architecture.md");

export function readDocument(): { text: string; redrawn: string } {
  const text = readFileSync(document, "utf8");
  let redrawn = text;
  for (const [name, tree] of Object.entries(drawings)) {
    const between = new RegExp(`(<!-- ${name} -->)[^]*(<!-- /${name} -->)`);
    if (!between.test(redrawn)) throw new Error(`docs/architecture.md has no markers for ${name}`);
    const drawing = `\n\`\`\`mermaid\n${flowchartOf(tree)}\n\`\`\`\n`;
    redrawn = redrawn.replace(between, (_, begin, end) => begin + drawing + end);
  }
  return { text, redrawn };
}

if (import.meta.main) writeFileSync(document, readDocument().redrawn);
