import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { callAction } from "#web/lib/call-action.ts";
import type { ScreenHandle } from "#web/lib/page.ts";
import routes from "./routes.ts";

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

type RouteModule = { handle?: ScreenHandle; action?: typeof callAction };
type Screen = { path: string; file: string; layout: string; module: RouteModule; handle: ScreenHandle | undefined };

const load = (file: string): Promise<RouteModule> => import(/* @vite-ignore */ join(folder, file));

async function loadOfLayout({ file: layout, children = [] }: RouteConfigEntry): Promise<Screen[]> {
  const frame = await load(layout);
  return Promise.all(
    children.map(async ({ path = "", file }) => {
      const module = await load(file);
      return { path: `/${path}`, file, layout, module, handle: module.handle ?? frame.handle };
    }),
  );
}

/** The routes with a screen, each with what it or its layout declares. */
export const screens = (await Promise.all(routes.map(loadOfLayout))).flat();
