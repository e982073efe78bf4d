import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { themes } from "#contract/sites.ts";

const theme = readFileSync(new URL("theme.css", import.meta.url), "utf8");
const parts = readFileSync(new URL("ui/parts.css", import.meta.url), "utf8");

function block(selector: string): string {
  const start = theme.indexOf(`${selector} {`);
  return theme.slice(start, theme.indexOf("\n}", start));
}

/** A custom property's colours in light and dark. */
function colours(css: string, name: string): [light: string, dark: string] {
  const value = new RegExp(`--${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+))`).exec(css);
  if (value === null) throw new Error(`no colour ${name}`);
  const [, light, dark, both] = value;
  return [light ?? both ?? "", dark ?? both ?? ""];
}

function luminance(colour: string): number {
  const full = colour.length === 4 ? colour.replace(/\w/g, "$&$&") : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("R9.08 the breakpoints, the containers and the toasts have the specification's widths", () => {
  const breakpoints = [...theme.matchAll(/--breakpoint-\w+: (\d+)px/g)].map((match) => Number(match[1]));
  expect(breakpoints).toEqual([576, 768, 992, 1200]);
  const containers = [...block("@utility container").matchAll(/max-width: (\d+)px/g)].map((match) => Number(match[1]));
  expect(containers).toEqual([540, 720, 960, 1140]);
  expect(parts).toContain("max-w-[350px]");
});

/** The hue of a colour in degrees: 0 is red, 120 green, 240 blue. */
function hue(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return ((Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI + 360) % 360;
}

test("R9.08 the first palette's primary colour is pink, secondary is green, unread messages have a colour of their own", () => {
  for (const colour of colours(block(":root"), "primary")) {
    expect(hue(colour), colour).toBeGreaterThan(320);
    expect(hue(colour), colour).toBeLessThan(345);
  }
  for (const colour of colours(theme, "color-secondary")) {
    expect(hue(colour), colour).toBeGreaterThan(100);
    expect(hue(colour), colour).toBeLessThan(160);
  }
  for (const colour of colours(theme, "color-unread")) {
    expect(hue(colour), colour).toBeGreaterThan(200);
    expect(hue(colour), colour).toBeLessThan(240);
  }
});

test("R9.08 the grid has 12 columns: whatever stands side by side takes as many of them as its neighbours", () => {
  const files = globSync("**/*.{css,tsx}", { cwd: import.meta.dirname });
  const used = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), "utf8").matchAll(/\bgrid-cols-(\d+)\b/g)].map(
      ([, count]) => [file, Number(count)] as const,
    ),
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter(([, count]) => 12 % count !== 0)).toEqual([]);
});

test("a chosen appearance looks like the device's: only the theme asks which of the two it is", () => {
  const files = globSync("**/*.{css,tsx}", { cwd: import.meta.dirname });
  const asking = files.filter((file) =>
    /\bdark:[a-z]|@media[^{]*prefers-color-scheme/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
  );
  expect(asking).toEqual([]);
});

/** The first palette is the default, and needs no attribute. */
const palettes = Object.fromEntries(
  themes.map((name, index) => [name, block(index === 0 ? ":root" : `:root[data-theme="${name}"]`)]),
);
const pairs = [
  ["ink", "surface"],
  ["ink", "card"],
  ["ink", "tint"],
  ["muted", "surface"],
  ["muted", "card"],
  ["muted", "tint"],
  ["primary-ink", "surface"],
  ["primary-ink", "card"],
  ["primary-ink", "tint"],
] as const;
/** Texts in a colour that all palettes share. */
const sharedInks = ["color-unread-ink", "color-secondary-ink", "color-danger-ink", "color-warning-ink"];

test("R9.08 text is readable on every surface of each palette, light and dark", () => {
  for (const [palette, css] of Object.entries(palettes)) {
    for (const [text, ground] of pairs) {
      for (const mode of [0, 1] as const) {
        const found = contrast(colours(css, text)[mode], colours(css, ground)[mode]);
        expect(found, `${palette}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const [text, ground, mode] of sharedInks.flatMap((text) =>
      ["surface", "card"].flatMap((ground) => ([0, 1] as const).map((mode) => [text, ground, mode] as const)),
    )) {
      const found = contrast(colours(theme, text)[mode], colours(css, ground)[mode]);
      expect(found, `${palette}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const mode of [0, 1] as const) {
      expect(contrast("#ffffff", colours(css, "primary")[mode]), palette).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colours(css, "field")[mode], colours(css, "card")[mode]), palette).toBeGreaterThanOrEqual(3);
    }
  }
});

test("R9.08 white is readable on green, on unread's own colour and on danger; warnings carry dark text", () => {
  for (const name of ["color-secondary", "color-unread", "color-danger"]) {
    for (const colour of colours(theme, name)) expect(contrast("#ffffff", colour), name).toBeGreaterThanOrEqual(4.5);
  }
  for (const colour of colours(theme, "color-warning")) {
    expect(contrast(colours(theme, "color-on-warning")[0], colour)).toBeGreaterThanOrEqual(4.5);
  }
  expect(new Set(["primary", "color-secondary", "color-unread"].map((name) => colours(theme, name)[0])).size).toBe(3);
});
