import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { parseSync } from "vite";
import { mayBeListed } from "#contract/public-pages.ts";
import type { ScreenHandle } from "./lib/page.ts";
import { type Screen, screenOf } from "./lib/screen.ts";
import type { TextPart } from "./lib/text-parts.ts";
import routes from "./routes.ts";

/** `own` is the `handle` of the route's file, `screen` what the page has: the file's, its layout's or the root's. */
type RouteScreen = { id: string; path: string; file: string; layout: string; own?: ScreenHandle; screen: Screen };

/** The `handle` that a route's file exports. It is a literal, because the file itself runs only in the built pages. */
function readHandle(file: string): ScreenHandle | undefined {
  const source = readFileSync(join(import.meta.dirname, file), "utf8");
  const exported = parseSync(file, source).program.body.flatMap((node) =>
    node.type === "ExportNamedDeclaration" && node.declaration?.type === "VariableDeclaration"
      ? node.declaration.declarations
      : [],
  );
  const literal = exported.find(({ id }) => id.type === "Identifier" && id.name === "handle")?.init;
  return literal ? runInThisContext(`(${source.slice(literal.start, literal.end)})`, file) : undefined;
}

const root = readHandle("root.tsx");

type Parent = { file: string; own?: ScreenHandle };

function list({ id = "", index, path, file, children = [] }: RouteConfigEntry, parent: Parent): RouteScreen[] {
  const own = readHandle(file);
  const screen = screenOf([root, parent.own, own]);
  // a layout has no path
  const isScreen = index === true || path !== undefined;
  const route = { id, path: isScreen ? `/${path ?? ""}` : "", file, layout: parent.file, own, screen };
  return [route, ...children.flatMap((child) => list(child, { file, own }))];
}

/** All routes with their screens, for the build and for tests. */
export const routeScreens = routes.flatMap((route) => list(route, { file: "root.tsx", own: root }));

type Reader = { path: string; own?: Partial<ScreenHandle> };

/**
 * The part of the texts in which each catalog is loaded, by the screens that name it. One that screens of a usual day
 * share is on each page of a member; one that only rare screens name is loaded with these.
 */
export function sortCatalogs(screens: readonly Reader[]): Record<string, TextPart> {
  const partOf = (readers: readonly Reader[]): TextPart => {
    const listed = readers.some(({ path }) => mayBeListed(path, "all"));
    const [daily, ...others] = new Set(readers.flatMap(({ own }) => own?.daily ?? []));
    if (daily !== undefined) return listed ? "prices" : others.length > 0 ? "daily" : daily;
    if (readers.every(({ own }) => own?.who === "staff")) return "office";
    return listed ? "arrival" : "rare";
  };
  const names = [...new Set(screens.flatMap(({ own }) => own?.texts ?? []))];
  const parts = names.map((name) => [name, partOf(screens.filter(({ own }) => own?.texts?.includes(name)))]);
  return { ...Object.fromEntries(parts), ...Object.fromEntries((root?.texts ?? []).map((name) => [name, "first"])) };
}
