import { useMatches } from "react-router";
import type { ScreenHandle } from "./page.ts";

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

/** The screen of a page, by the handles of its routes from the root to the innermost; undefined: no route matches. */
export const screenOf = (handles: readonly unknown[]): ScreenHandle | undefined =>
  handles.findLast((handle): handle is ScreenHandle => handle !== undefined);

export const useScreen = (): ScreenHandle | undefined => screenOf(useMatches().map(({ handle }) => handle));
