import type { Catalogs } from "./catalogs.ts";

/** The parts in which the texts of a language are loaded, in the order in which pages need them. */
export const textParts = ["first", "prices", "rest", "late"] as const;
export type TextPart = (typeof textParts)[number];

/** The catalogs of each part; `rest` has all others. */
const catalogsOf: Record<Exclude<TextPart, "rest">, readonly (keyof Catalogs)[]> = {
  // a visitor who arrives on the home page or a landing page loads only these; the page brings its own texts
  first: ["shell"],
  prices: ["credits"],
  // screens that few members open on a usual day
  late: [
    "auth",
    "decisions",
    "direct-debit",
    "money",
    "numbers",
    "operations",
    "passkeys",
    "payments",
    "privacy",
    "results",
    "staff",
    "staff-sites",
    "staff-members",
    "transactions",
    "updates",
    "visitors",
    "withdrawals",
  ],
};

/** The part that a catalog is in. */
export function partOfCatalog(catalog: string): TextPart {
  return textParts.find((part) => part !== "rest" && catalogsOf[part].some((name) => name === catalog)) ?? "rest";
}

/** The home page, and pages that bring their own texts (landing pages, rules and help). */
const pathsWithOwnTexts = /^\/(?:members\/[^/]+\/landing[23]?(?:\/.*)?|landers\/.*|pages\/.*|complaints)?$/;
/** The screens of a usual day. */
const everydayPaths =
  /^\/(?:members(?:\/.*)?|chats(?:\/.*)?|likes(?:\/.*)?|swipe-game|match-finder|profile|premium|credits|complete-signup|signup-matches)$/;

/** The text parts that a page loads before it is hydrated; the others are loaded when they are needed. */
export function textPartsFor(path: string, { loggedIn }: { loggedIn: boolean }): readonly TextPart[] {
  const [pathname = ""] = path.split("?");
  if (!loggedIn && pathsWithOwnTexts.test(pathname)) return ["first"];
  if (!loggedIn && pathname === "/pricing") return ["first", "prices"];
  return everydayPaths.test(pathname) ? ["first", "prices", "rest"] : textParts;
}
