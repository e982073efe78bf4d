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
export function partOf(catalog: string): TextPart {
  return textParts.find((part) => part !== "rest" && catalogsOf[part].some((name) => name === catalog)) ?? "rest";
}

/** The home page, and pages that bring their own texts (landing pages, rules and help). */
const ownTexts = /^\/(?:members\/[^/]+\/landing[23]?(?:\/.*)?|landers\/.*|pages\/.*|complaints)?$/;
/** The screens of a usual day. */
const usual =
  /^\/(?:members(?:\/.*)?|chats(?:\/.*)?|likes(?:\/.*)?|swipe-game|match-finder|profile|premium|credits|complete-signup|signup-matches)$/;

/** The parts that a page has when it is hydrated; others are loaded when they are needed. */
export function partsFor(path: string, member: boolean): readonly TextPart[] {
  const [pathname = ""] = path.split("?");
  if (!member && ownTexts.test(pathname)) return ["first"];
  if (!member && pathname === "/pricing") return ["first", "prices"];
  return usual.test(pathname) ? ["first", "prices", "rest"] : textParts;
}
