import { getLink, redeemLink, requestReactivation, signUp } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { sendMessage } from "#contract/chat.ts";
import { getStatement, objectByLink } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { decideObjection } from "#contract/office.ts";
import type { Measure } from "#contract/sanctions.ts";
import { getMemberFile, restoreMember, sanctionMember } from "#contract/staff-members.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { deleteOwnAccount, newestToken, restoreByLink } from "#server/features/account/test-leaving.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { createLink } from "#server/features/auth/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { eraseAccounts } from "#server/features/privacy/jobs.ts";
import { repeatStates } from "#server/features/privacy/member-notes.ts";
import { test as base, expect } from "#server/test.ts";

/** Staff are made anew for each test: some move the clock, which ends their sessions. */
const test = base
  .extend("mia", ({ given }) => staffMember(given, "moderator"))
  .extend("max", ({ given }) => staffMember(given, "moderator"))
  .extend("versionOf", ({ mia }) => {
    return async (id: string) => (await mia.client.call(getMemberFile, { query: { id } })).body.member.version;
  })
  .extend("take", ({ mia, versionOf }) => {
    return async (id: string, measure: Measure, ground: "scam" | "harassment" = "harassment") => {
      const body = { id, version: await versionOf(id), measure, days: 7, ground, words: "Why" } as const;
      return await mia.client.call(sanctionMember, { body });
    };
  })
  /** A member who has deleted the account, and the token of the mailed link that undoes it. */
  .extend("leaver", ({ signedUp, given }) => async () => {
    const { client, id, form } = await signedUp();
    await deleteOwnAccount(client);
    return { id, form, token: await newestToken(given, form.email) };
  })
  .extend("statusOf", ({ services }) => async (id: string) => {
    const account = services.db.selectFrom("accounts").select("status").where("id", "=", id);
    return (await account.executeTakeFirst())?.status;
  });

const tokenIn = (text: string | undefined) => /\/decisions\/([A-Za-z0-9_-]+)/.exec(text ?? "")?.[1] ?? "";

test("D11.4 D3.9 a deleted account can be banned, once: then no link restores it, and its login and a mail say why", async ({
  leaver,
  take,
  given,
  mails,
  statusOf,
  visitor,
}) => {
  const { id, form, token } = await leaver();
  for (const measure of ["warned", "muted", "suspended"] as const) expect((await take(id, measure)).status).toBe(409);
  expect((await take(id, "banned")).status).toBe(200);
  expect((await take(id, "banned")).status).toBe(409);
  expect((await visitor().call(getLink, { query: { token } })).body.error?.code).toBe("link_invalid");
  expect((await restoreByLink(given, form.email, token)).answer.body.error?.code).toBe("link_invalid");
  await visitor().call(requestReactivation, { body: { email: form.email } });
  const sent = await mails(form.email);
  expect(sent.filter(({ subject }) => subject.endsWith("has been deleted"))).toHaveLength(1);
  const mail = sent.find(({ text }) => tokenIn(text) !== "");
  const { email: login, password } = form;
  const refused = (await visitor().call(logIn, { body: { login, password } })).body.error;
  expect(refused?.code).toBe("account_banned");
  for (const link of [mail?.text, refused?.link]) {
    const { decision } = (await visitor().call(getStatement, { query: { token: tokenIn(link) } })).body;
    expect(decision).toMatchObject({ decision: "banned", ground: "harassment" });
  }
  expect(await statusOf(id)).toBe("deleted");
});

test("D11.2 D11.4 the mailbox of a deleted account that was banned stays refused, and its data while it can be objected to", async ({
  leaver,
  take,
  services,
  statusOf,
  visitor,
}) => {
  const { clock } = services;
  const begin = clock.now();
  const { id, form } = await leaver();
  await take(id, "banned");
  const after = async (days: number) => {
    clock.set(new Date(begin.getTime() + days * dayMs).toISOString());
    await eraseAccounts.run(services, {});
    const email = form.email.replace("@", "+again@");
    const answer = await visitor().call(signUp, { body: { ...signupForm(form), name: "Somebody else", email } });
    return [await statusOf(id), answer.body.error?.field_codes];
  };
  expect(await after(0)).toEqual(["deleted", { email: "email_taken" }]);
  expect(await after(15)).toEqual(["deleted", { email: "email_taken" }]);
  expect(await after(184)).toEqual([undefined, { email: "email_taken" }]);
  clock.set(begin.toISOString());
});

test("D11.2 if the ban of a deleted account is lifted, its member can undo the deletion again", async ({
  leaver,
  take,
  mia,
  max,
  mails,
  given,
  statusOf,
  versionOf,
  visitor,
}) => {
  const lifts = {
    objection: async (id: string, email: string) => {
      const token = tokenIn((await mails(email)).find(({ text }) => tokenIn(text) !== "")?.text);
      const { decision } = (await visitor().call(objectByLink, { body: { token, text: "Not me" } })).body;
      const body = { id: decision.id, verdict: "upheld", words: "Right" } as const;
      expect((await max.client.call(decideObjection, { body })).status).toBe(200);
      expect(await statusOf(id)).toBe("deleted");
    },
    staff: async (id: string) => {
      const body = { id, version: await versionOf(id), words: "Right" };
      expect((await mia.client.call(restoreMember, { body })).status).toBe(200);
    },
  };
  for (const lift of Object.values(lifts)) {
    const { id, form } = await leaver();
    await take(id, "banned");
    await lift(id, form.email);
    await visitor().call(requestReactivation, { body: { email: form.email } });
    expect((await restoreByLink(given, form.email)).answer.body).toMatchObject({ kind: "reactivation" });
    expect(await statusOf(id)).toBe("active");
  }
});

test("D3.4 D11.4 nor does the link that undoes a change of address restore a deleted account that was banned", async ({
  leaver,
  take,
  services,
  statusOf,
  visitor,
}) => {
  const { id } = await leaver();
  const now = services.clock.now();
  const link = { kind: "mail_undo", accountId: id, email: "before@example.org", now } as const;
  const undo = await inTransaction(services.db, (trx) =>
    createLink(trx, services.random, { ...link, expiresAt: new Date(now.getTime() + dayMs) }),
  );
  await take(id, "banned");
  expect((await visitor().call(redeemLink, { body: { token: undo } })).body.error?.code).toBe("link_invalid");
  expect(await statusOf(id)).toBe("deleted");
});

test("R10.02 the contacts of a fraud who deleted the account are warned, and told if the ban is lifted", async ({
  signedUp,
  member,
  take,
  mia,
  services,
  versionOf,
}) => {
  const [fraud, anna] = [await signedUp(), await member({ credits: 5 })];
  await anna.client.call(sendMessage, { body: { member: fraud.id, text: "Hello" } });
  await deleteOwnAccount(fraud.client);
  await take(fraud.id, "banned", "scam");
  await services.jobs.drain(services);
  const warnings = () =>
    services.db.selectFrom("fraud_warnings").select("lifted_at").where("member_id", "=", anna.id).execute();
  expect(await warnings()).toEqual([{ lifted_at: null }]);
  const body = { id: fraud.id, version: await versionOf(fraud.id), words: "Right" };
  expect((await mia.client.call(restoreMember, { body })).status).toBe(200);
  await services.jobs.drain(services);
  expect(await warnings()).toEqual([{ lifted_at: expect.any(Date) }]);
});

test("D11.4 the ban of a deleted account outlives a restored database", async ({ leaver, take, services }) => {
  const { db, clock, files } = services;
  const { id, form } = await leaver();
  const since = clock.now();
  clock.advance(1_000);
  await take(id, "banned");
  await services.jobs.drain(services);
  const bans = () => db.selectFrom("banned_addresses").select("cause").where("email", "=", form.email).execute();
  expect(await bans()).toEqual([{ cause: "staff" }]);
  // the database of that moment
  await db.deleteFrom("statements").where("member_id", "=", id).execute();
  await db.deleteFrom("banned_addresses").where("email", "=", form.email).execute();
  expect(await repeatStates(db, files, since, clock.now())).toMatchObject({
    departures: 0,
    measures: 1,
  });
  expect(await bans()).toEqual([{ cause: "staff" }]);
  expect(await repeatStates(db, files, since, clock.now())).toMatchObject({
    departures: 0,
    measures: 0,
  });
});
