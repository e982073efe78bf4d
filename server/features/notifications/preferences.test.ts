import { describe } from "vitest";
import { getUser } from "#contract/account.ts";
import {
  getNotifications,
  liftDisabled,
  notificationChannels,
  notificationKinds,
  setNotification,
  weeklyKinds,
} from "#contract/notifications.ts";
import { expect, test } from "#server/test.ts";
import { completePreferences } from "./preferences.ts";
import { stopMails } from "./preferences-store.ts";

const both = (on: boolean) => ({ email: on, push: on });

test("D9.1 messages, likes and matches are on by default; visitors and weekly mails need consent", async ({
  signedUp,
}) => {
  const { client } = await signedUp({ name: "Anna", email: "anna@example.org" });
  expect((await client.call(getNotifications)).body).toMatchObject({
    preferences: {
      message: both(true),
      like: both(true),
      match: both(true),
      visitor: both(false),
      suggestions: both(false),
      digest: both(false),
    },
    disabled: [],
  });
});

const switches = notificationKinds.flatMap((kind) =>
  notificationChannels
    .filter((channel) => channel === "email" || !weeklyKinds.some((weekly) => weekly === kind))
    .map((channel) => [kind, channel] as const),
);
test("R2.26 each kind and channel is switched independently, and stays as set", async ({ signedUp }) => {
  const { client } = await signedUp({ name: "Bea", email: "bea@example.org" });
  const rows: Parameters<typeof completePreferences>[0][number][] = [];
  for (const [kind, channel] of switches) {
    const before = (await client.call(getNotifications)).body.preferences[kind][channel];
    const row = { kind, channel, enabled: !before };
    rows.push(row);
    const answer = await client.call(setNotification, { body: row });
    expect(answer.body.preferences).toEqual(completePreferences(rows));
  }
  expect((await client.call(getNotifications)).body.preferences).toEqual(completePreferences(rows));
});

test("D11.5 the time of a switch is stored as the time of consent; an unchanged switch keeps its time", async ({
  signedUp,
  services,
}) => {
  const { client, id } = await signedUp({ name: "Cleo", email: "cleo@example.org" });
  const turn = (enabled: boolean) =>
    client.call(setNotification, { body: { kind: "digest", channel: "email", enabled } });
  const storedRow = () =>
    services.db
      .selectFrom("notification_preferences")
      .select(["enabled", "changed_at"])
      .where("account_id", "=", id)
      .executeTakeFirstOrThrow();
  const consented = services.clock.now();
  await turn(true);
  services.clock.advance(60_000);
  await turn(true);
  expect(await storedRow()).toEqual({ enabled: true, changed_at: consented });
  await turn(false);
  expect(await storedRow()).toEqual({ enabled: false, changed_at: services.clock.now() });
});

describe("R4.08 a reason that stops all mails", () => {
  test("is in user.php and in the settings, and is lifted independently of the others", async ({
    signedUp,
    services,
  }) => {
    const { client, id } = await signedUp({ name: "Dora", email: "dora@example.org" });
    for (const reason of ["bounce", "fbl", "bounce"] as const) await stopMails(services.db, id, reason);
    expect((await client.call(getUser)).body.user?.notifications_disabled).toEqual(["fbl", "bounce"]);
    const lifted = await client.call(liftDisabled, { body: { disabled: "fbl" } });
    expect(lifted.body.disabled).toEqual(["bounce"]);
    expect((await client.call(liftDisabled, { body: { disabled: "fbl" } })).body.disabled).toEqual(["bounce"]);
  });

  test("can't be an unknown value", async ({ signedUp }) => {
    const { client } = await signedUp({ name: "Elsa", email: "elsa@example.org" });
    const answer = await client.call(liftDisabled, { body: { disabled: "admin" as "fbl" } });
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([400, ["disabled"]]);
  });
});

test("R2.26 an invalid kind, channel or position is refused with an error at its field", async ({ signedUp }) => {
  const { client } = await signedUp({ name: "Hedi", email: "hedi@example.org" });
  const body = { kind: "gossip", channel: "pigeon", enabled: "yes" } as never;
  const answer = await client.call(setNotification, { body });
  expect(Object.keys(answer.body.error?.fields ?? {}).sort()).toEqual(["channel", "enabled", "kind"]);
});
