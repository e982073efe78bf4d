import { routeScreens } from "#web/route-screens.ts";

/** They lead a member elsewhere, unless something special is the case. */
const special = [
  "/activate/done",
  "/agree",
  "/complete-signup",
  "/credits/repeat-order",
  "/directdebit",
  "/signup-matches",
];

/** The screens that any member can open, by what their routes declare: a new one is among them. */
export const memberScreens: readonly string[] = routeScreens
  .filter(({ own, layout }) => own?.who === "members" && layout === "shell/default-layout.tsx")
  .map(({ path }) => path.replaceAll(/\/:\w+\?/g, ""))
  .filter((path) => !path.includes(":") && !special.includes(path));
