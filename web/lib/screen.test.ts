import { expect, test } from "vitest";
import { routeScreens } from "#web/route-screens.ts";
import { allowsDialogs, type Screen } from "./screen.ts";

const those = (fits: (screen: Screen) => boolean | undefined) =>
  new Set(routeScreens.filter(({ screen }) => fits(screen)).map(({ id }) => id));

const specified: [title: string, fits: (screen: Screen) => boolean | undefined, ids: string][] = [
  ["R2.10 back button", ({ back }) => back, "credits credits-id-paymentmethod likes-m-id likes-type members-id"],
  ["R2.13 no language switcher", ({ languageSwitcher }) => !languageSwitcher, "complete-signup"],
  [
    "R2.14 no warning",
    (it) => !it.entryWarning,
    "complete-signup reset-password reset-password-do pages-ban where-token partner-token",
  ],
  ["R2.29 offer of the app", ({ offersApp }) => offersApp, "members likes likes-type chats visitors"],
  ["R4.15 R4.16 bonus", ({ membersArea }) => membersArea, "members members-id chats likes likes-m-id premium"],
];

test.each(specified)("%s is on these screens and no others", (_, fits, ids) => {
  expect(those(fits)).toEqual(new Set(ids.split(" ")));
});

test("R2.18 R4.20 dialogs open by themselves while a member looks around, not over a form, a payment or the settings", () => {
  const open = those(allowsDialogs);
  const areOpen = (ids: string) => new Set(ids.split(" ").map((id) => open.has(id)));
  expect(areOpen("index likes likes-m-id likes-type members members-id")).toEqual(new Set([true]));
  expect(areOpen("chats chats-id members-id-chat profile signup notifications")).toEqual(new Set([false]));
  expect(areOpen("credits premium transactions-id delete-account staff-queue")).toEqual(new Set([false]));
});
