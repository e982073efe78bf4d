import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { redeemLink, signUp } from "#contract/account.ts";
import * as contract from "#contract/age.ts";
import { getChat, getChats, sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { sendGift } from "#contract/gifts.ts";
import * as office from "#contract/office.ts";
import { uploadPhoto } from "#contract/photos.ts";
import { getUpdates } from "#contract/updates.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { markDeleted } from "#server/features/account/index.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { sendTo } from "#server/features/chat/photos/test-photos.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { eraseAccounts } from "#server/features/privacy/jobs.ts";
import { changeSettings } from "#server/features/sites/test-settings.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { manualAge } from "#server/ports/age/manual.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { purgeVerifications } from "./jobs.ts";

const picture = await sharp({ create: { width: 240, height: 300, channels: 3, background: "#36c" } })
  .jpeg()
  .toBuffer();
const stateOf = async ({ client }: Member) => (await client.call(contract.getAgeCheck)).body.age;
const send = ({ client }: Member, key = randomUUID()) => client.call(contract.sendDocument, { body: picture }, { key });

type Staff = Awaited<ReturnType<typeof staffMember>>;
const take = async ({ client }: Staff) => (await client.call(office.takeDocuments, { body: {} })).body.items;
type Verdict = "approved" | contract.DocumentRejection;
const decide = ({ client }: Staff, id = "", verdict: Verdict = "approved") =>
  client.call(office.decideDocument, { body: { id, verdict } });

const test = base
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  /** Makes the first site ask its members for a proof of age, or not. */
  .extend(
    "asks",
    { scope: "file" },
    ({ services, siteIds }) =>
      (age_assurance: "off" | "required") =>
        changeSettings(services, siteIds[0], { age_assurance }),
  )
  /** A member of a site that asks, who has sent a document. */
  .extend("sender", { scope: "file" }, ({ member, asks }) => async () => {
    await asks("required");
    const sender = await member();
    await send(sender);
    return sender;
  })
  .extend("stored", { scope: "file" }, ({ services }) => () => {
    return [...services.files.stored.keys()].filter((key) => key.includes("/verification/"));
  });

test.beforeEach(async ({ services, asks }) => {
  await asks("off");
  await services.db.deleteFrom("verifications").execute();
  await services.db.deleteFrom("staff_claims").execute();
  const { stored } = services.files;
  for (const key of [...stored.keys()]) if (key.includes("/verification/")) stored.delete(key);
});

/** What each of the acts that need a proof answers. */
async function codesOf(from: Member, to: Member): Promise<string[]> {
  const { client } = from;
  const answers = [
    await client.call(sendMessage, { body: { member: to.id, text: "Hello" } }),
    await client.call(sendGift, { body: { member: to.id, gift: "rose" } }),
    await sendTo(from, to, picture),
    await client.call(uploadPhoto, { body: picture }, { key: randomUUID() }),
  ];
  return answers.map(({ body }) => body.error?.code ?? "");
}
/** Whether the chat says, before a message is written, that a proof is needed. */
const isAsked = async ({ client }: Member, { id }: Member) =>
  (await client.call(getChat, { query: { member: id } })).body.age_check_required;
const refused = Array(4).fill("age_check_required");

test("D11.6 a site that does not ask for a proof of age lets everyone write and add photos", async ({ pair }) => {
  const [anna, ben] = await pair({ credits: 30 });
  expect(await codesOf(anna, ben)).toEqual(["", "", "", ""]);
  expect(await isAsked(anna, ben)).toBe(false);
  expect((await stateOf(anna)).state).toBe("off");
  expect((await send(anna)).body.error?.code).toBe("age_check_not_open");
});

test("D11.6 a site that asks for it: no messages, gifts and photos before staff have approved a document, which is erased", async ({
  pair,
  asks,
  mia,
  max,
  stored,
  services,
}) => {
  await asks("required");
  const [anna, ben] = await pair({ credits: 30 });
  expect(await codesOf(anna, ben)).toEqual(refused);
  expect(await isAsked(anna, ben)).toBe(true);
  expect(await stateOf(anna)).toEqual({ state: "none", way: "document", reason: null });
  const key = randomUUID();
  expect((await send(anna, key)).body.age.state).toBe("waiting");
  expect((await send(anna, key)).body.age.state).toBe("waiting");
  expect((await send(anna)).body.error?.code).toBe("verification_not_open");
  expect(await codesOf(anna, ben)).toEqual(refused);
  const [item] = await take(mia);
  expect(item).toMatchObject({ member: { id: anna.id } });
  expect(item?.date_of_birth).toMatch(/^\d{4}-\d\d-\d\d$/);
  const load = async ({ client }: { client: TestClient }) => (await client.get(item?.image ?? "")).statusCode;
  expect([await load(mia), await load(max), await load(anna)]).toEqual([200, 404, 404]);
  const approve = () => decide(mia, item?.id);
  expect((await Promise.all([approve(), approve()])).map(({ status }) => status).sort()).toEqual([200, 409]);
  await services.jobs.drain(services);
  expect(stored()).toEqual([]);
  expect((await stateOf(anna)).state).toBe("assured");
  expect((await anna.client.call(getUpdates)).body.updates).toMatchObject([{ kind: "age_assured" }]);
  expect(await codesOf(anna, ben)).toEqual(["", "", "", ""]);
  const rows = await services.db.selectFrom("verifications").selectAll().where("member_id", "=", anna.id).execute();
  expect(rows).toMatchObject([{ status: "approved", picture_id: null, pose: null, reason: null }]);
  expect((await send(anna)).body.error?.code).toBe("age_check_not_open");
});

test("D11.6 a rejected document: the reason and another try; one that is taken back is erased", async ({
  sender,
  mia,
  stored,
  services,
}) => {
  const anna = await sender();
  const [first] = await take(mia);
  expect((await decide(mia, first?.id, "not_readable")).status).toBe(200);
  expect(await stateOf(anna)).toMatchObject({ state: "rejected", reason: "not_readable" });
  expect((await send(anna)).body.age.state).toBe("waiting");
  const [second] = await take(mia);
  expect((await anna.client.call(contract.withdrawDocument)).body.age.state).toBe("none");
  const late = await decide(mia, second?.id);
  expect(late.body.error?.code).toBe("staff_item_gone");
  await services.jobs.drain(services);
  expect(stored()).toEqual([]);
});

test("D11.6 a provider's page instead of a document: what it found out is stored with the date", async ({
  given,
  member,
  asks,
}) => {
  await asks("required");
  const anna = await member();
  let outcome: "adult" | null = null;
  given.services.age = {
    way: "page",
    begin: async (id, returnTo) => `https://age.example/?member=${id}&to=${encodeURIComponent(returnTo)}`,
    findOutcome: async () => outcome,
  };
  expect((await send(anna)).body.error?.code).toBe("age_check_not_open");
  const { url } = (await anna.client.call(contract.beginAgeCheck)).body;
  expect(url).toContain(encodeURIComponent("/profile"));
  expect((await stateOf(anna)).state).toBe("none");
  outcome = "adult";
  expect((await stateOf(anna)).state).toBe("assured");
  outcome = null;
  expect((await stateOf(anna)).state).toBe("assured");
  given.services.age = manualAge;
});

test("D11.6 a document that says under 18 bans its member, with a statement of reasons, once", async ({
  sender,
  mia,
  max,
  stored,
  mails,
  services,
}) => {
  const anna = await sender();
  const [item] = await take(mia);
  const ban = (who: Staff) => decide(who, item?.id, "underage");
  expect((await ban(max)).body.error?.code).toBe("staff_item_claimed");
  expect((await Promise.all([ban(mia), ban(mia)])).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await anna.client.call(contract.getAgeCheck)).body.error?.code).toBe("authentication_required");
  const row = await services.db.selectFrom("accounts").select("status").where("id", "=", anna.id).executeTakeFirst();
  expect(row?.status).toBe("banned");
  const statements = services.db.selectFrom("statements").select(["decision", "ground"]);
  expect(await statements.where("member_id", "=", anna.id).execute()).toEqual([
    { decision: "banned", ground: "underage" },
  ]);
  expect(await mails()).toHaveLength(1);
  expect(stored()).toEqual([]);
});

test("D11.4 a ban because of a document says what else it ended, also while it can be taken back", async ({
  sender,
  mia,
  services,
}) => {
  const anna = await sender();
  const text = { about_me_inspection: "www.example.org", about_me_inspection_since: services.clock.now() };
  await services.db.updateTable("profiles").set(text).where("member_id", "=", anna.id).execute();
  const [item] = await take(mia);
  const ban = (hold: boolean) =>
    mia.client.call(office.decideDocument, { body: { id: item?.id ?? "", verdict: "underage", hold } });
  const ended = [{ queue: "texts", count: 1 }];
  expect((await ban(true)).body).toMatchObject({ ok: true, ended });
  await mia.client.call(office.undoDecision, { body: { queue: "ages", id: item?.id ?? "" } });
  expect((await anna.client.call(contract.getAgeCheck)).body.age).toBeDefined();
  expect((await ban(false)).body).toMatchObject({ ok: true, ended });
});

test("D3.9 D11.6 a member who leaves is not in the queue of documents; erased, their document is too", async ({
  sender,
  mia,
  stored,
  services,
}) => {
  const anna = await sender();
  const [item] = await take(mia);
  await inTransaction(services.db, (trx) =>
    markDeleted(trx, anna.id, { reason: undefined, comment: undefined, now: services.clock.now() }),
  );
  expect(await take(mia)).toEqual([]);
  expect(stored()).toHaveLength(1);
  services.clock.advance(15 * dayMs);
  await eraseAccounts.run(services, {});
  expect(stored()).toEqual([]);
  expect((await decide(mia, item?.id, "underage")).status).not.toBe(200);
});

test("D11.6 a document that no one decided on within 30 days is erased, and its member hears of it", async ({
  sender,
  stored,
  services,
}) => {
  const anna = await sender();
  services.clock.advance(29 * dayMs);
  await purgeVerifications.run(services, {});
  expect(stored()).toHaveLength(1);
  services.clock.advance(2 * dayMs);
  for (let times = 0; times < 2; times += 1) await purgeVerifications.run(services, {});
  await services.jobs.drain(services);
  expect(stored()).toEqual([]);
  const updates = services.db.selectFrom("updates").select(["kind", "path"]).where("member_id", "=", anna.id);
  expect(await updates.execute()).toEqual([{ kind: "verification_expired", path: "/profile#age" }]);
});

test("D11.6 what is sent out of turn is refused, two at once send one, and a message sent before has its answer", async ({
  pair,
  asks,
  stored,
}) => {
  const [anna, ben] = await pair({ credits: 30 });
  const sent = { body: { member: ben.id, text: "Hello" } };
  const key = randomUUID();
  expect((await anna.client.call(sendMessage, sent, { key })).status).toBe(200);
  await asks("required");
  expect((await anna.client.call(sendMessage, sent, { key })).status).toBe(200);
  expect((await anna.client.call(sendMessage, sent)).body.error?.code).toBe("age_check_required");
  const bad = await anna.client.call(contract.sendDocument, { body: Buffer.from("no picture") });
  expect(bad.body.error?.code).toBe("photo_format");
  expect((await stateOf(anna)).state).toBe("none");
  const upload = randomUUID();
  const answers = await Promise.all([send(anna, upload), send(anna, upload)]);
  expect(answers.map(({ body }) => body.age.state)).toEqual(["waiting", "waiting"]);
  expect(stored()).toHaveLength(1);
});

test("D11.5 sending a document records the consent in the words on the screen; taking it back withdraws it", async ({
  sender,
  services,
}) => {
  const { id, client } = await sender();
  await client.call(contract.withdrawDocument);
  const rows = services.db.selectFrom("consents").select(["given", "words"]).where("member_id", "=", id).orderBy("id");
  const words = ["consent", "private"].map((key) => services.texts.t("en", `age:${key}`)).join("\n");
  expect(await rows.where("subject", "=", "document").execute()).toEqual([
    { given: true, words },
    { given: false, words: null },
  ]);
});

test("D11.6 D6.3 a first message of the signup waits for the proof: its author reads why, and nothing is charged", async ({
  given,
  visitor,
  member,
  asks,
}) => {
  const eva = await member();
  const client = visitor();
  const form = signupForm({ name: "Newcomer", email: `${randomUUID()}@example.org` });
  await client.call(signUp, { body: form });
  await client.call(sendMessage, { body: { member: eva.id, text: "Hello Eva" } });
  await asks("required");
  const token = await activationToken(given, form.email);
  expect((await client.call(redeemLink, { body: { token } })).body).toMatchObject({ delivered: 0, undelivered: 1 });
  const { undelivered } = (await client.call(getChats)).body;
  expect(undelivered).toMatchObject([{ text: "Hello Eva", reason: "age_check_required" }]);
});
