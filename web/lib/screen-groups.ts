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
