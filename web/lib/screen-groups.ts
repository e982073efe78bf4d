/** Ids of the routes (`web/routes.ts`) that the specification calls "signup". */
export const signupScreens: readonly string[] = ["signup", "members-id-signup", "complete-signup", "signup-matches"];

/** The settings with their pages; the specification also calls them "notifications". */
export const settingsScreens: readonly string[] = ["notifications", "settings", "delete-account"];
