import { getUser, redeemLink, requestReactivation, signUp } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { changeBanRequest, getBanRequest, requestBan } from "#contract/complaints.ts";
import { dayMs } from "#contract/durations.ts";
import { decideComplaint, takeComplaints } from "#contract/office.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { test as base, expect } from "#server/test.ts";
import { banSender } from "./ban-requests.ts";

/** The token of the link in one of these mails. */
const tokenIn = (sent: readonly { text: string }[]) =>
  sent.flatMap(({ text }) => /\/ban-request\/([\w-]{43})/.exec(text)?.[1] ?? []).at(-1) ?? "";

const test = base
  .extend("support", { scope: "file" }, ({ given }) => staffMember(given, "support"))
  /** What staff do about a request by its number. */
  .extend("ban", { scope: "file" }, ({ services }) => (number: string) => {
    return banSender({ db: services.db, services, now: services.clock.now() }, number);
  })
  /** The open requests that staff see. */
  .extend("open", { scope: "file" }, ({ services }) => async () => {
    const proven = services.db.selectFrom("complaints").select("number").where("proven_address", "is not", null);
    return (await proven.where("closed_at", "is", null).execute()).map(({ number }) => number);
  });

test("D10.1 a ban deletes the account and lets none be made or restored with its address; other sites are not concerned", async ({
  signedUp,
  visitor,
  services,
  mails,
  ban,
}) => {
  const { client, form } = await signedUp();
  const { email } = form;
  const { number, confirm } = (await client.call(requestBan, { body: { email, text: "" } })).body;
  expect(confirm).toBe(false);
  expect(await ban(number)).toBe(email);
  expect(await ban(number)).toBeUndefined();
  services.clock.advance(6_000);
  expect((await client.call(getUser)).body.user).toBeNull();
  const login = { login: email, password: form.password };
  expect((await visitor().call(logIn, { body: login })).status).toBe(403);
  await mails();
  await visitor().call(requestReactivation, { body: { email } });
  expect((await mails(email)).filter(({ subject }) => /restore|back/i.test(subject))).toEqual([]);
  const again = signupForm({ name: "Somebody Else", email });
  expect((await visitor().call(signUp, { body: again })).body.error?.fields).toEqual({ email: expect.any(String) });
  expect((await visitor("127.0.0.1").call(signUp, { body: again })).status).toBe(200);
});

test("D10.1 a ban that staff carry out closes the open pages of its sender at once", async ({
  signedUp,
  support,
  events,
}) => {
  const { id, client, form } = await signedUp();
  await client.call(getUser);
  const { number } = (await client.call(requestBan, { body: { email: form.email, text: "" } })).body;
  const items = (await support.client.call(takeComplaints, { body: { count: 12 } })).body.items;
  const item = items.find(({ facts }) => facts.some(({ value }) => value === number));
  const heard = events({ id });
  const decided = await support.client.call(decideComplaint, {
    body: { id: item?.id ?? "", verdict: "banned", words: "" },
  });
  expect(decided.status).toBe(200);
  expect(heard).toContainEqual({ type: "sessions" });
  expect((await client.call(getUser)).body.user).toBeNull();
});

test("D11.9 a logged-in stranger who types another member's address asks for a ban of their own account", async ({
  signedUp,
  support,
  ban,
}) => {
  const [emil, frida] = [await signedUp(), await signedUp()];
  const { number } = (await frida.client.call(requestBan, { body: { email: emil.form.email, text: "" } })).body;
  const items = (await support.client.call(takeComplaints, { body: { count: 12 } })).body.items;
  const item = items.find(({ facts }) => facts.some(({ value }) => value === number));
  expect(item?.member?.id).toBe(frida.id);
  expect(item?.facts).toContainEqual({ label: "email", value: frida.form.email });
  expect(item?.facts).toContainEqual({ label: "sender", value: "Logged in" });
  expect(await ban(number)).toBe(frida.form.email);
  expect((await emil.client.call(getUser)).body.user?.id).toBe(emil.id);
});

test("D11.9 without a login a request waits for the link in the mail; staff neither see it nor can carry it out before", async ({
  signedUp,
  visitor,
  mails,
  ban,
  open,
  support,
}) => {
  const emil = await signedUp();
  const { email } = emil.form;
  const before = (await mails()).length;
  const answer = (await visitor().call(requestBan, { body: { email, text: "Please" } })).body;
  expect(answer.confirm).toBe(true);
  const sent = (await mails()).slice(before);
  // staff hear of it once it is confirmed
  expect(sent.map(({ to }) => to)).toEqual([email]);
  expect(await open()).not.toContain(answer.number);
  expect(await ban(answer.number)).toBeUndefined();
  const token = tokenIn(sent);
  const look = async () => (await visitor().call(getBanRequest, { query: { token } })).body;
  expect(await look()).toMatchObject({ state: "unconfirmed", number: answer.number, email });
  expect(await look()).toMatchObject({ state: "unconfirmed" });
  const confirm = () => visitor().call(changeBanRequest, { body: { token, wanted: true } });
  const answers = await Promise.all([confirm(), confirm()]);
  expect(answers.map(({ body }) => body.state)).toEqual(["waiting", "waiting"]);
  expect(
    (await mails("help@rendezvous.invalid")).filter(({ subject }) => subject.includes(answer.number)),
  ).toHaveLength(1);
  const items = (await support.client.call(takeComplaints, { body: { count: 12 } })).body.items;
  const item = items.find(({ facts }) => facts.some(({ value }) => value === answer.number));
  expect(item?.member?.id).toBe(emil.id);
  expect(item?.facts).toContainEqual({ label: "sender", value: "Confirmed by a link sent to this address" });
  const decide = { id: item?.id ?? "", verdict: "banned", words: "" } as const;
  expect((await support.client.call(decideComplaint, { body: decide })).status).toBe(200);
  expect((await emil.client.call(getUser)).body.user).toBeNull();
});

test("D11.9 an account whose address is not confirmed can't have the address banned", async ({
  visitor,
  mails,
  ban,
}) => {
  const email = "someone-else@example.org";
  const client = visitor();
  expect((await client.call(signUp, { body: signupForm({ name: "Squatter", email }) })).status).toBe(200);
  const { number, confirm } = (await client.call(requestBan, { body: { email, text: "" } })).body;
  expect(confirm).toBe(true);
  expect(await ban(number)).toBeUndefined();
  expect(tokenIn(await mails(email))).not.toBe("");
});

test("D11.9 the database refuses a ban of another address than the one that the sender has proven", async ({
  member,
  services,
  ban,
}) => {
  const { db, clock } = services;
  const [emil, frida] = [await member(), await member()];
  const { number } = (await frida.client.call(requestBan, { body: { email: frida.email, text: "" } })).body;
  const ofRequest = db.updateTable("complaints").where("number", "=", number);
  await expect(ofRequest.set({ proven_address: emil.email }).execute()).rejects.toThrow("complaints_own_address");
  await expect(ofRequest.set({ member_id: emil.id }).execute()).rejects.toThrow("complaints_own_address");
  const { id } = await db.selectFrom("complaints").select("id").where("number", "=", number).executeTakeFirstOrThrow();
  const row = { site_id: emil.siteId, cause: "request", complaint_id: id, created_at: clock.now() };
  const insert = (email: string) =>
    db
      .insertInto("banned_addresses")
      .values({ ...row, email })
      .execute();
  await expect(insert(emil.email)).rejects.toThrow("banned_addresses_proven");
  expect(await ban(number)).toBe(frida.email);
});

test("D10.1 the owner hears of the ban, and undoes it for 14 days: the account is back, the address is free", async ({
  signedUp,
  visitor,
  services,
  mails,
  ban,
}) => {
  const { clock } = services;
  const [emil, late] = [await signedUp(), await signedUp()];
  const asked = async ({ client, form: { email } }: typeof emil) => {
    await mails();
    const { number } = (await client.call(requestBan, { body: { email, text: "" } })).body;
    await ban(number);
    return tokenIn(await mails(email));
  };
  const [token, other] = [await asked(emil), await asked(late)];
  const change = async (of: string, wanted: boolean) =>
    (await visitor().call(changeBanRequest, { body: { token: of, wanted } })).body;
  // confirming again does not ban again, nor undo
  expect((await change(token, true)).state).toBe("banned");
  clock.advance(14 * dayMs - 1000);
  expect((await change(token, false)).state).toBe("undone");
  expect((await change(token, false)).error?.code).toBe("link_invalid");
  const { email: login, password } = emil.form;
  expect((await visitor().call(logIn, { body: { login, password } })).status).toBe(200);
  expect(await services.db.selectFrom("banned_addresses").select("email").where("email", "=", login).execute()).toEqual(
    [],
  );
  clock.advance(1000);
  expect((await change(other, false)).error?.code).toBe("link_invalid");
  expect((await visitor().call(getBanRequest, { query: { token: other } })).status).toBe(410);
});

test("D10.1 undoing a ban brings back no account that its member had deleted before", async ({
  signedUp,
  visitor,
  services,
  mails,
  ban,
}) => {
  const { id, form } = await signedUp();
  await mails();
  const { number } = (await visitor().call(requestBan, { body: { email: form.email, text: "" } })).body;
  const token = tokenIn(await mails(form.email));
  await visitor().call(changeBanRequest, { body: { token, wanted: true } });
  const gone = { status: "deleted", deleted_at: services.clock.now() };
  await services.db.updateTable("accounts").set(gone).where("id", "=", id).execute();
  services.clock.advance(1000);
  await ban(number);
  await visitor().call(changeBanRequest, { body: { token, wanted: false } });
  const account = services.db.selectFrom("accounts").select("status").where("id", "=", id);
  expect(await account.execute()).toEqual([{ status: "deleted" }]);
});

test("D10.1 an address without an account is banned too, once its owner has opened the link", async ({
  visitor,
  mails,
  ban,
}) => {
  const email = "never@example.org";
  const { number } = (await visitor().call(requestBan, { body: { email, text: "" } })).body;
  const token = tokenIn(await mails(email));
  expect(await ban(number)).toBeUndefined();
  await visitor().call(changeBanRequest, { body: { token, wanted: true } });
  expect(await ban(number)).toBe(email);
  const form = signupForm({ name: "Never Here", email });
  expect((await visitor().call(signUp, { body: form })).body.error?.field_codes).toEqual({ email: "email_taken" });
  await visitor().call(changeBanRequest, { body: { token, wanted: false } });
  expect((await visitor().call(signUp, { body: form })).status).toBe(200);
});

test("D11.9 links of another site, altered, of another use, or after a week are refused; what was not confirmed is deleted", async ({
  visitor,
  services,
  mails,
}) => {
  const email = "weekly@example.org";
  const { number } = (await visitor().call(requestBan, { body: { email, text: "" } })).body;
  const token = tokenIn(await mails(email));
  const look = async (of: string, host?: string) =>
    (await visitor(host).call(getBanRequest, { query: { token: of } })).status;
  expect(await look(token)).toBe(200);
  const flipped = `${token.slice(0, 9)}${token[9] === "x" ? "y" : "x"}${token.slice(10)}`;
  for (const wrong of [flipped, token.slice(1), "x", "\u0000"])
    expect(await look(wrong), wrong).toBeGreaterThanOrEqual(400);
  expect(await look(token, "127.0.0.1")).toBe(410);
  expect((await visitor().call(redeemLink, { body: { token } })).status).toBe(410);
  services.clock.advance(7 * dayMs);
  expect(await look(token)).toBe(410);
  services.clock.advance(1000);
  await purgeOldRows.run(services, {});
  expect(await services.db.selectFrom("complaints").select("id").where("number", "=", number).execute()).toEqual([]);
});
