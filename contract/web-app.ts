import type { Settings } from "./sites.ts";

export type Theme = Settings["theme"];

/** A theme's colours where no style sheet applies, as in `web/theme.css`; `night` is the dark surface. */
export const themeColours: Record<Theme, { primary: string; secondary: string; surface: string; night: string }> = {
  rose: { primary: "#be185d", secondary: "#198754", surface: "#fdf7f4", night: "#181114" },
  plum: { primary: "#8b1f9c", secondary: "#198754", surface: "#f8f6fb", night: "#13101a" },
  indigo: { primary: "#4338ca", secondary: "#198754", surface: "#f6f6fd", night: "#11111c" },
  teal: { primary: "#0f6e6b", secondary: "#198754", surface: "#f3f9f8", night: "#0d1616" },
  ember: { primary: "#b23c0c", secondary: "#198754", surface: "#fdf8f3", night: "#19120d" },
};

/**
 * The style sheet of a page that looks like the site without the built ones: light and dark, one column. It stands in
 * the page, whose policy allows it by a hash or a nonce. A link of the class `button` is the page's one clear action.
 */
export function plainPageStyle(theme: Theme): string {
  const { primary, surface, night } = themeColours[theme];
  return [
    ":root{color-scheme:light dark}",
    "body{margin:0;min-height:100svh;display:grid;place-content:center;justify-items:center;gap:1rem;padding:1.5rem;",
    "box-sizing:border-box;text-align:center;font:1rem/1.5 Figtree,system-ui,sans-serif;",
    `background:${surface};color:#2b2024}`,
    "svg{width:4.5rem}",
    "h1{margin:.5rem 0 0;font-size:1.75rem;line-height:1.2}",
    "p{margin:0;max-width:26rem;overflow-wrap:anywhere}",
    "a{color:inherit}",
    "p a{display:inline-block;padding:.6rem .5rem}",
    "a.button{display:inline-block;margin-top:.5rem;padding:.75rem 1.5rem;border:1px solid transparent;border-radius:9rem;",
    `background:${primary};color:#fff;font-weight:600;text-decoration:none}`,
    `@media(prefers-color-scheme:dark){body{background:${night};color:#f4ecef}}`,
  ].join("");
}

/** Sizes of the app's icon, in pixels. `maskable` leaves the margin that a launcher may cut off. */
export const iconSizes = { any: [192, 512], maskable: [192, 512], apple: [180] } as const;
export type IconPurpose = keyof typeof iconSizes;

/** How a site's pictures look: its palette, and its own logo, the path of an SVG; empty: the default logo. */
export type Look = { theme: Theme; logo: string };

function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

export const lookName = ({ theme, logo }: Look): string => (logo === "" ? theme : `${theme}-${hashOf(logo)}`);

/** The path of an icon. It includes everything that the picture depends on, so caches can keep the file forever. */
export const iconPath = (look: Look, purpose: IconPurpose, size: number): string =>
  `/app-icons/${lookName(look)}/${purpose}-${size}.png`;

/** The path of a site's manifest in a language. */
export const manifestPath = (language: string): string => `/manifest.webmanifest?locale=${language}`;

export const offlinePath = (language: string): string => `/offline.html?locale=${language}`;

/** The default logo, for sites without one of their own: two overlapping circles in a square of 32 units. */
export const sign = {
  size: 32,
  circles: [
    { cx: 12, cy: 16, r: 10, colour: "primary", opacity: 1 },
    { cx: 20, cy: 16, r: 10, colour: "secondary", opacity: 0.75 },
  ],
} as const;
