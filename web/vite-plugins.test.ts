import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { likeMember } from "#contract/likes.ts";
import { contractWithoutSchemas, icons, routeModules, toExportSource } from "./vite-plugins.ts";

/** Builds with one import, of a file of a library. */
function buildWith(plugin: unknown, source: string, importer: string) {
  const { resolveId, buildEnd } = plugin as { resolveId(source: string, importer: string): unknown; buildEnd(): void };
  resolveId(source, importer);
  buildEnd();
}

test("R4.24 a build fails if React Router has no file any more that loads a page's script", () => {
  const build = (source: string) =>
    buildWith(routeModules(), source, "/node_modules/react-router/dist/production/lib/dom/ssr/routes.js");
  expect(() => build("./routeModules.js")).not.toThrow();
  expect(() => build("./chunk-ABC.mjs")).toThrow("routeModules() in web/vite-plugins.ts");
});

test("performance: a build fails if icons are made by another file than the one that is replaced", () => {
  const build = (source: string) => buildWith(icons(), source, "/node_modules/lucide-react/dist/esm/icons/heart.mjs");
  expect(() => build("../createLucideIcon.mjs")).not.toThrow();
  expect(() => build("../Icon.mjs")).toThrow("icons() in web/vite-plugins.ts");
});

test("performance: the browser gets the shapes of an icon, without keys and names", () => {
  const file = join(import.meta.dirname, "../node_modules/lucide-react/dist/esm/icons/sparkles.mjs");
  const source = readFileSync(file, "utf8");
  const sent = icons().transform(source, file) ?? "";
  expect(source).toMatch(/key: .*aliases: /s);
  expect(sent).not.toMatch(/key:|aliases:|name:|__iconData\.node/);
  expect(sent.match(/d: "[^"]+"/g)).toEqual(source.match(/d: "[^"]+"/g));
});

test("performance: the browser gets of a call how it is made, and whether it may be repeated", async () => {
  const { load } = contractWithoutSchemas() as unknown as { load(id: string): Promise<string> };
  const source = await load(join(import.meta.dirname, "../contract/likes.ts"));
  const { method, path, clientHeader, key } = likeMember;
  expect(key).toBe("honoured");
  expect(source).toContain(`export const likeMember = ${JSON.stringify({ method, path, clientHeader, key })};`);
  expect(source).not.toContain("summary");
});

describe("an export of the contract comes to the browser as it is, or the build fails", () => {
  test.for([["a", "b"], { deep: { rate: 0.5, none: null } }, "text", undefined])("%j", (value) => {
    expect(toExportSource("likes.ts", ["x", value])).toBe(`export const x = ${JSON.stringify(value)};`);
  });

  const changed = [
    ...[new Set(["a"]), new Map(), /a/, Number.POSITIVE_INFINITY, new Date(0)],
    ...[{ deep: [undefined] }, { key: undefined }, { call: () => 1 }],
  ];
  test.for(changed.map((value) => ({ value })))("$value", ({ value }) => {
    expect(() => toExportSource("likes.ts", ["x", value])).toThrow("likes.ts: x holds what JSON can't carry");
  });
});
