import type { Catalogs } from "./catalogs.ts";

type Catalog = keyof Catalogs;

/** The parts in which the texts of a language are loaded, in the order in which pages need them. */
export const textParts = ["first", "prices", "rest", "late", "arrival"] as const;
export type TextPart = (typeof textParts)[number];

const catalogsOf: Record<Exclude<TextPart, "rest">, readonly (Catalog | "landers.*")[]> = {
  // a visitor who arrives on the home page or a landing page loads only these; the page brings its own texts
  first: ["shell"],
  prices: ["credits"],
  // screens that few members open on a usual day
  late: [
    "auth",
    "decisions",
    "direct-debit",
    "fraud-warnings",
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
  // what only pages need on which visitors arrive: such a page has its texts inside
  arrival: ["account.question", "home", "landers.*", "landings"],
};

const isNamed = (name: string, catalog: string) =>
  name.endsWith("*") ? catalog.startsWith(name.slice(0, -1)) : catalog === name;

export function partOfCatalog(catalog: string): TextPart {
  return textParts.find((part) => part !== "rest" && catalogsOf[part].some((name) => isNamed(name, catalog))) ?? "rest";
}

export const isBroughtAlong = (catalog: Catalog): boolean => partOfCatalog(catalog) === "arrival";

/** What a member's frame reads: the navigation, the news, the alerts. */
const partsOfMembers: readonly TextPart[] = ["prices", "rest"];

/** The parts that a page loads before it is hydrated, by the catalogs that its screen reads; others when needed. */
export function textPartsFor(catalogs: readonly Catalog[], { loggedIn }: { loggedIn: boolean }): TextPart[] {
  const needed = new Set<TextPart>(["first", ...catalogs.map(partOfCatalog), ...(loggedIn ? partsOfMembers : [])]);
  needed.delete("arrival");
  return textParts.filter((part) => needed.has(part));
}
