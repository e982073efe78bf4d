import { readFileSync } from "node:fs";
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

/** Red, green and blue, up to 255. */
function channels(colour: string): number[] {
  const full = colour.length === 4 ? colour.replace(/\w/g, "$&$&") : colour;
  return [1, 3, 5].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255;
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
  const [red = 0, green = 0, blue = 0] = channels(colour);
  return ((Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI + 360) % 360;
}

test("R9.08 the first palette's primary colour is pink, secondary is green, unread messages have a colour of their own", () => {
  for (const colour of colours(block(":root"), "primary")) {
    expect(hue(colour), colour).toBeGreaterThan(320);
    expect(hue(colour), colour).toBeLessThan(345);
  }
  for (const colour of colours(block(":root"), "secondary")) {
    expect(hue(colour), colour).toBeGreaterThan(100);
    expect(hue(colour), colour).toBeLessThan(160);
  }
  for (const colour of colours(block(":root"), "unread")) {
    expect(hue(colour), colour).toBeGreaterThan(200);
    expect(hue(colour), colour).toBeLessThan(240);
  }
});

test("a page whose font is late has bold letters of the fallback, and thickens none", () => {
  const faces = [...theme.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face = ""]) => face);
  const weightsOf = (family: string) =>
    faces.filter((face) => face.includes(`"${family}"`)).map((face) => /font-weight: ([\d ]+)/.exec(face)?.[1]);
  for (const family of ["Figtree fallback", "Figtree wide fallback"]) {
    expect(weightsOf(family), family).toEqual([undefined, "600 900"]);
  }
});

/** The first palette is the default, and needs no attribute: the others say only what differs from it. */
const palettes = themes.map((name, index) => {
  const own = index === 0 ? "" : block(`:root[data-theme="${name}"]`);
  return { name, coloursOf: (token: string) => colours(`${own}${block(":root")}`, token) };
});
const grounds = ["surface", "card"];
const pairs = [
  ...["ink", "muted", "primary-ink"].flatMap((text) => [...grounds, "tint"].map((ground) => [text, ground] as const)),
  ...["unread-ink", "secondary-ink", "danger-ink", "warning-ink"].flatMap((text) =>
    grounds.map((ground) => [text, ground] as const),
  ),
  ...["danger", "warning", "unread"].map((meaning) => [`${meaning}-ink`, `${meaning}-tint`] as const),
  ["secondary-ink", "good-tint"] as const,
];
const white = ["#ffffff", "#ffffff"] as const;

test("R9.08 each palette's colours are literals of its own block, and utilities name them by their tokens", () => {
  const [declared = ""] = /@theme \{.*?\n\}/s.exec(theme) ?? [];
  const literal = [...declared.matchAll(/--color-(?!on-|white|transparent|current)([a-z-]+): (?!var\()/g)];
  expect(literal.map(([, name]) => name)).toEqual([]);
});

test("a mark on a photo is readable: no colour lets through what is below it", () => {
  expect(theme.match(/#(?:[0-9a-f]{8}|[0-9a-f]{4})\b/gi)).toBeNull();
});

test.each(palettes)("R9.08 $name: text is readable on every surface, light and dark", ({ coloursOf }) => {
  const expectContrast = (least: number, text: readonly string[], ground: readonly string[], of: string) => {
    for (const mode of [0, 1]) {
      expect(contrast(text[mode] ?? "", ground[mode] ?? ""), of).toBeGreaterThanOrEqual(least);
    }
  };
  for (const [text, ground] of pairs) expectContrast(4.5, coloursOf(text), coloursOf(ground), `${text} on ${ground}`);
  for (const ground of ["primary", "secondary", "unread", "danger"]) {
    expectContrast(4.5, white, coloursOf(ground), `white on ${ground}`);
  }
  expectContrast(4.5, colours(theme, "color-on-warning"), coloursOf("warning"), "text on warning");
  expectContrast(3, coloursOf("field"), coloursOf("card"), "field on card");
});

test.each(palettes)("R9.08 $name: danger, warning and unread look other than its primary colour", ({ coloursOf }) => {
  for (const meaning of ["danger", "warning", "unread"]) {
    for (const mode of [0, 1] as const) {
      const [primary, own] = [channels(coloursOf("primary")[mode]), channels(coloursOf(meaning)[mode])];
      const distance = Math.hypot(...own.map((value, at) => value - (primary[at] ?? 0)));
      expect(distance, meaning).toBeGreaterThan(60);
    }
  }
});
