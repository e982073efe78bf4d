import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import type { callAction } from "#web/lib/call-action.ts";
import { routeScreens } from "./route-screens.ts";

const folder = import.meta.dirname;

export const readSource = (file: string) => readFileSync(join(folder, file), "utf8");

const imports = /^(?:import|export)\s+(?!type\b)(?:[^;]*?\sfrom\s+)?"(#web|\.)\/([^"]+\.tsx?)";/gm;
const lazyImports = /\bimport\("(#web|\.)\/([^"]+\.tsx?)"\)/g;

/**
 * The files that a file's script has: its imports and theirs, without the server's. `lazy`: also those that it loads
 * later, but for those that `lazy` refuses.
 */
export function filesOf(file: string, lazy: (file: string) => boolean = () => false, found = new Set<string>()) {
  if (found.has(file)) return found;
  found.add(file);
  const follow = (start = "", path = "", wanted: typeof lazy = () => true) => {
    const imported = start === "." ? normalize(join(file, "..", path)) : path;
    if (imported.includes(".server.") || !existsSync(join(folder, imported))) return;
    if (wanted(imported)) filesOf(imported, lazy, found);
  };
  for (const [, start, path] of readSource(file).matchAll(imports)) follow(start, path);
  for (const [, start, path] of readSource(file).matchAll(lazyImports)) follow(start, path, lazy);
  return found;
}

const load = (file: string): Promise<{ action?: typeof callAction }> => import(/* @vite-ignore */ join(folder, file));

/** The routes with a screen, each with its module. */
export const screens = await Promise.all(
  routeScreens
    .filter(({ layout }) => layout !== "root.tsx")
    .map(async (screen) => ({ ...screen, module: await load(screen.file) })),
);
