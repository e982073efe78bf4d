/** Ids of the routes (`web/routes.ts`) that the specification calls "signup". */
export const signupScreens: readonly string[] = ["signup", "members-id-signup", "complete-signup", "signup-matches"];

/** Prices, orders and outcomes: nothing else is asked of a member there. */
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
