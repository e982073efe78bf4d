import { expect, test } from "vitest";
import type { User } from "#contract/user.ts";
import { reminderOf } from "#web/account/reminder-rules.ts";
import type { Screen } from "#web/lib/screen.ts";
import { offersPush, showsDisabled } from "#web/notifications/alert-rules.ts";
import type { PushState } from "#web/notifications/push-offer.ts";
import { needsPhotoAlert } from "#web/profiles/photos/alert-rules.ts";
import { routeScreens } from "#web/route-screens.ts";

/** The screens below the warnings area, by the ids of their routes: all of the default layout (R2.04). */
const screens = routeScreens.filter(({ layout }) => layout === "shell/default-layout.tsx");
const ids = screens.map(({ id }) => id);
const those = (shows: (screen: Screen) => boolean) => screens.filter(({ screen }) => shows(screen)).map(({ id }) => id);

const signup = those(({ mood }) => mood === "signup");
const settings = those(({ mood }) => mood === "settings");
const money = those(({ mood }) => mood === "paying");

const image = {
  filename: "f",
  card_filename: "c",
  thumb_filename: "t",
  width: 1,
  height: 1,
  thumbhash: "",
  locked: null,
  caption: "",
  status: "inspection",
} as const;

type Member = Pick<User, "status" | "notifications_disabled"> & {
  profile: Pick<User["profile"], "status" | "main_image">;
};

/** Every kind of member that the alerts distinguish. */
const members: Member[] = (["not_confirmed", "active"] as const).flatMap((status) =>
  (["disabled", "active"] as const).flatMap((shown) =>
    [[], ["bounce"] as const, ["fbl", "list_unsubscribe"] as const].flatMap((disabled) =>
      [null, image].map((main_image) => ({
        status,
        notifications_disabled: [...disabled],
        profile: { status: shown, main_image },
      })),
    ),
  ),
);

const without = (...excluded: string[]) => ids.filter((id) => !excluded.includes(id));

test("R4.10 to R4.13 the screens with a warnings area are those of the default layout", () => {
  expect(ids.length).toBeGreaterThan(40);
  expect(ids).toEqual(expect.arrayContaining(["members", "likes", "chats", "credits", "token", "not-found"]));
  expect(ids).not.toContain("chats-id");
});

const reminded = without(...signup, ...settings, ...money, "token");

test("R4.10 D13.6 a member with an unconfirmed address is reminded on each screen but the signup, the settings, links and payments", () => {
  for (const user of members) {
    const needs =
      user.status === "not_confirmed" && user.profile.status === "disabled" && user.notifications_disabled.length === 0;
    for (const smartphone of [true, false]) {
      const at = (look: string) =>
        those((screen) => reminderOf({ user, screen, smartphone, fromElsewhere: false }) === look);
      expect([at("notice"), at("dialog")]).toEqual([needs ? reminded : [], []]);
    }
  }
});

test("R4.10 a member who was signed up elsewhere gets it as a dialog, and on a smartphone not at all", () => {
  for (const user of members) {
    const needs =
      user.status === "not_confirmed" && user.profile.status === "disabled" && user.notifications_disabled.length === 0;
    const alertsOn = (smartphone: boolean) =>
      those((screen) => reminderOf({ user, screen, smartphone, fromElsewhere: true }) === "dialog");
    expect(alertsOn(false)).toEqual(needs ? reminded : []);
    expect(alertsOn(true)).toEqual([]);
    for (const smartphone of [true, false]) {
      const notices = those((screen) => reminderOf({ user, screen, smartphone, fromElsewhere: true }) === "notice");
      expect(notices).toEqual([]);
    }
  }
});

test("R4.11 D13.6 a member without a main photo is asked for one, whatever other alerts show; not if there is one under inspection", () => {
  for (const user of members) {
    expect(those((screen) => needsPhotoAlert(user, screen))).toEqual(
      user.profile.main_image === null ? without(...signup, ...settings, ...money, "profile") : [],
    );
  }
});

test("R4.12 D13.6 pushes are offered if the browser can be asked, on each screen but those with another task", () => {
  const states: PushState[] = ["unknown", "incapable", "default", "subscribed", "denied"];
  for (const state of states) {
    expect(those((screen) => offersPush(state, screen))).toEqual(
      state === "default" ? without(...signup, ...settings, ...money) : [],
    );
  }
});

test("R4.13 D13.6 a member who gets no mails is told so on each screen but the settings and payments", () => {
  for (const user of members) {
    expect(those((screen) => showsDisabled(user, screen))).toEqual(
      user.notifications_disabled.length > 0 ? without(...money, ...settings) : [],
    );
  }
});

/** The screens that the specification itself names without the alert: more may follow from D13.6, none fewer. */
const specified: Record<string, string> = {
  photo: "profile signup activate-done premium notifications directdebit settings",
  push: "signup notifications activate-done directdebit premium",
  disabled: "settings notifications",
  reminder: "signup settings notifications",
};

test("R4.10 R4.11 R4.12 R4.13 no alert stands on a screen that the specification excludes", () => {
  const [user] = members.filter(({ profile }) => profile.status === "disabled" && profile.main_image === null);
  if (user === undefined) throw new Error("no such member");
  const shows: Record<string, (screen: Screen) => boolean> = {
    photo: (screen) => needsPhotoAlert(user, screen),
    push: (screen) => offersPush("default", screen),
    disabled: (screen) => showsDisabled({ notifications_disabled: ["fbl"] }, screen),
    reminder: (screen) => reminderOf({ user, screen, smartphone: false, fromElsewhere: false }) !== null,
  };
  for (const [alert, excluded] of Object.entries(specified)) {
    const screenIds = those((screen) => shows[alert]?.(screen) === true);
    expect(
      screenIds.filter((id) => excluded.split(" ").includes(id)),
      alert,
    ).toEqual([]);
    expect(screenIds, alert).toEqual(expect.arrayContaining(["members", "members-id", "likes", "chats"]));
  }
});

test("R4.10 R4.13 by the specification's own conditions the reminder and the notice about mails never show together", () => {
  for (const user of members) {
    for (const { id, screen } of screens) {
      const reminder = reminderOf({ user, screen, smartphone: false, fromElsewhere: false });
      expect(reminder !== null && showsDisabled(user, screen), id).toBe(false);
    }
  }
});
