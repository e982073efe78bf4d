import { landerNames } from "./landers.ts";

/** The names in the addresses of a member's landing pages (R2.01). */
const landingNames = ["landing", "landing2", "landing3"] as const;
const names: readonly string[] = [...landerNames, ...landingNames];

export const variants = ["a", "b"] as const;
type Variant = (typeof variants)[number];

export const isLander = (name: string): boolean => names.includes(name);
export const isVariant = (name: string): name is Variant => name === "a" || name === "b";

const path = /^(?:\/[a-z]{2})?\/(?:landers\/([a-z]+)|members\/[^/]+\/(landing[23]?))(?:\/([^/]*))?\/?$/;

/** The lander, or the member's landing page, at a path with or without the language's prefix; null for other pages. */
export function landerAt(pathname: string): { lander: string; slug: string } | null {
  const [, lander = "", landing = "", slug = ""] = path.exec(pathname) ?? [];
  const name = lander || landing;
  return isLander(name) ? { lander: name, slug: decodeOrEmpty(slug) } : null;
}

function decodeOrEmpty(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** The variant of a lander that this address shows; null if the site does not compare variants of it. */
export function variantOf(compared: readonly string[], lander: string, search: URLSearchParams): Variant | null {
  if (!compared.includes(lander)) return null;
  const requested = search.get("variant") ?? "";
  return isVariant(requested) ? requested : "a";
}
