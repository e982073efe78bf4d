import { useMatches } from "react-router";
import type { SearchEngineListing } from "#contract/public-pages.ts";
import type { Catalogs } from "./catalogs.ts";

/** Ids of the routes (`web/routes.ts`) that the specification calls "signup". */
export const signupScreens: readonly string[] = ["signup", "members-id-signup", "complete-signup", "signup-matches"];

/** Screens about prices, orders and outcomes. The member is asked for nothing else there. */
export const moneyScreens: readonly string[] = [
  "credits",
  "credits-repeat-order",
  "credits-id-paymentmethod",
  "directdebit",
  "premium",
  "pricing",
  "transactions-id",
  "withdrawal",
];

/** The settings with their pages; the specification also calls them "notifications". */
export const settingsScreens: readonly string[] = ["notifications", "settings", "delete-account"];

/** What a route declares about its screen, `export const handle: ScreenHandle`; a layout may for all its routes. */
export type ScreenHandle = {
  /** Who may see it. Its loader redirects all others, and its calls check the same. */
  who: "everyone" | "visitors" | "members" | "staff";
  /** The catalogs that the screen reads at once; parts that load later may read others. */
  texts: readonly (keyof Catalogs)[];
  /** The first of a site's choices with which search engines may list it (D10.3); without it, none may. */
  listed?: Exclude<SearchEngineListing, "none">;
};

/** The screen of a page, by the handles of its routes from the root to the innermost; undefined: no route matches. */
export const screenOf = (handles: readonly unknown[]): ScreenHandle | undefined =>
  handles.findLast((handle): handle is ScreenHandle => handle !== undefined);

/** What the current page's route declares; undefined if there is no such page. */
export const useScreen = (): ScreenHandle | undefined => screenOf(useMatches().map(({ handle }) => handle));
