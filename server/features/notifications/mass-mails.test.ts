import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { signUp } from "#contract/account.ts";
import { setNotification } from "#contract/notifications.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { mailOwner, mailUncounted } from "#server/features/mails/index.ts";
import { expect } from "#server/test.ts";
import { sendNoticesJob } from "./send-notices.ts";
import { sendDigests } from "./send-weekly.ts";
import { test } from "./test-away.ts";

test("D9.2 notices, weekly mails and announced terms have a queue of their own: a new member's mail never waits for them", async ({
  world,
  services,
  client,
}) => {
  const { db, clock } = services;
  clock.set("2026-11-22T15:00:00Z");
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  const digest = { kind: "digest", channel: "email", enabled: true } as const;
  await ben.client.call(setNotification, { body: digest });
  await world.pass(20);
  await world.write(anna, ben);
  // a Sunday evening in Amsterdam
  clock.set("2026-11-22T16:30:00Z");
  await sendNoticesJob.run(services, {});
  await sendDigests.run(services, {});
  const owner = { id: ben.id, name: ben.name, email: ben.email, language: "en", confirmed_at: clock.now() };
  const from = { db, services, site: { id: ben.siteId }, origin: "http://localhost:3000" };
  const terms = { path: "/pages/terms", date: "1 January", changes: [], version_id: randomUUID(), asks: false };
  await mailUncounted(from, owner, { kind: "terms_change", ...terms });
  const changed = { passkeys_ended: false, kept_from: null };
  await mailOwner(from, owner, { kind: "password_changed", path: "/notifications", ...changed });
  await client.call(signUp, { body: signupForm() });
  const { rows } = await sql<{ name: string; kind: string }>`
    select distinct name, data->>'kind' as kind from pgboss.job
    where name in ('send-mail', 'send-mass-mail') and state = 'created' order by 1, 2`.execute(db);
  const queued = Object.fromEntries(rows.map(({ name, kind }) => [kind, name]));
  expect(queued).toEqual({
    activation: "send-mail",
    password_changed: "send-mail",
    digest: "send-mass-mail",
    message: "send-mass-mail",
    terms_change: "send-mass-mail",
  });
});
