import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getUser } from "#contract/account.ts";
import { logIn, requestRecovery } from "#contract/auth.ts";
import type { Call } from "#contract/call.ts";
import { getBundles } from "#contract/credits.ts";
import { dayMs } from "#contract/durations.ts";
import { startPayment } from "#contract/payments.ts";
import { makeMember } from "#demo/factories.ts";
import { testApp } from "#server/db/test-database.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { unsubscribeToken } from "#server/features/notifications/index.ts";
import { signedPath } from "#server/signed-pages.ts";
import { calls } from "./calls.ts";
import { TestClient } from "./test-client.ts";
import { derivedInput, type Input } from "./test-derived-rows.ts";
import { callName, makeScenario } from "./test-viewers.ts";

/**
 * D2.1: Eva is a member of one site, Ann of another. Ann makes every call with the ids of Eva's things: her photos,
 * chats, payments and so on. Each must answer as if there were no such thing, and change nothing that is Eva's.
 */
const password = "a fine long pass phrase";
const annsHost = "localhost";
const evasHost = "127.0.0.1";

let given: Awaited<ReturnType<typeof testApp>>;
let eva: Awaited<ReturnType<typeof makeEva>>;
let ann: TestClient;
beforeAll(async () => {
  given = await testApp();
  eva = await makeEva();
  const made = await makeMember(given.services, {
    siteId: given.siteIds[0] ?? 0,
    gender: "male",
    credits: 100,
    passwordHash: await hashPassword(password),
  });
  ann = new TestClient(given.app, annsHost);
  ann.cookies.set("auth", made.cookie.slice("auth=".length));
});
afterAll(() => given.close());

const statementToken = (id: string) => signedPath(given.services.config, "statement", id).split("/").at(-1) ?? "";

const complaintToken = (id: string) => signedPath(given.services.config, "complaint", id).split("/").at(-1) ?? "";
const banToken = (id: string) => signedPath(given.services.config, "ban-request", id).split("/").at(-1) ?? "";

type Things = Record<
  | "member"
  | "complaint"
  | "conversation"
  | "message"
  | "gift"
  | "photo"
  | "chatPhoto"
  | "payment"
  | "debit"
  | "device"
  | "bundle"
  | "code"
  | "method"
  | "passkey"
  | "update"
  | "decision"
  | "ban"
  | "download"
  | "login"
  | "token"
  | "unsubscribe",
  string
>;

/** Eva and her things; `words` stand in none of Ann's data. */
async function makeEva() {
  const { services, siteIds } = given;
  const { db, clock } = services;
  const [here = 0, there = 0] = siteIds;
  const scenario = await makeScenario({ ...given, siteIds: [there, here] }, "party", await hashPassword(password));
  const { eva: member, conversation, gift, photo, chatPhoto, payment, debit, device, marks } = scenario;
  const now = clock.now();
  const owned = { site_id: there, member_id: member.id, created_at: now };
  const messages = db.selectFrom("messages").select("id").where("conversation_id", "=", conversation);
  const code = `EVA${randomUUID().slice(0, 8).toUpperCase()}`;
  const coupon = { site_id: there, code, percentage: 50, validity: "many", created_at: now };
  await db.insertInto("discount_codes").values(coupon).execute();
  const handle = Buffer.from(randomUUID());
  await db.insertInto("passkey_users").values({ handle, account_id: member.id }).execute();
  const key = {
    handle,
    credential_id: Buffer.from(randomUUID()),
    public_key: Buffer.from("x"),
    counter: 0,
    rp_id: "x",
  };
  const row = (table: "stored_methods" | "updates" | "passkeys" | "statements" | "complaints", values: object) =>
    db
      .insertInto(table)
      .values(values as never)
      .returning("id")
      .executeTakeFirstOrThrow();
  const method = {
    method: "creditcard",
    provider: "sandbox",
    reference: randomUUID(),
    label: "•••• 4242",
    used_at: now,
  };
  const statement = { ...owned, decision_id: randomUUID(), side: "owner", decision: "photo_rejected", ground: "other" };
  const request = { number: randomUUID(), kind: "ban", email: member.email, logged_in: false, text: "" };
  const download = randomUUID();
  const copy = { id: download, site_id: there, member_id: member.id, requested_at: now, ready_at: now };
  const until = { expires_at: new Date(now.getTime() + dayMs), origin: `http://${evasHost}`, bytes: 10 };
  await db
    .insertInto("data_downloads")
    .values({ ...copy, ...until })
    .execute();
  const before = services.mail.sent.length;
  const client = new TestClient(given.app, evasHost);
  await client.call(requestRecovery, { body: { email: member.email, way: "reset" } });
  await services.jobs.drain(services);
  const mail = services.mail.sent.slice(before).find(({ to }) => to === member.email);
  const token = /[/=]([\w-]{43})(?![\w-])/.exec(mail?.text ?? "")?.[1];
  if (token === undefined) throw new Error("Eva got no link");
  const bundle = await db.selectFrom("bundles").select("id").where("site_id", "=", there).executeTakeFirstOrThrow();
  const things: Things = {
    member: member.id,
    conversation,
    message: (await messages.executeTakeFirstOrThrow()).id,
    gift,
    photo,
    chatPhoto,
    payment,
    debit,
    device,
    bundle: bundle.id,
    code,
    method: (await row("stored_methods", { ...owned, ...method })).id,
    passkey: (await row("passkeys", { ...key, name: "Eva's key", synced: false, transports: [], created_at: now })).id,
    decision: (await row("statements", statement)).id,
    ban: (await row("complaints", { ...request, site_id: there, created_at: now })).id,
    complaint: (
      await row("complaints", { ...request, number: randomUUID(), kind: "complaint", site_id: there, created_at: now })
    ).id,
    update: (await row("updates", { member_id: member.id, kind: "new_device", created_at: now })).id,
    download,
    login: member.email,
    token,
    unsubscribe: unsubscribeToken(services.config.secret, member.id, "like"),
  };
  return { ...things, cookie: member.cookie, words: [...marks.presence, ...marks.page, ...marks.own, ...marks.chat] };
}

/** Things that do not exist. */
const nobodys = (): Things =>
  new Proxy({} as Things, {
    get: (_, name) => {
      if (name === "login") return `${randomUUID()}@example.org`;
      if (name === "code") return randomUUID().slice(0, 11).toUpperCase();
      return name === "token" || name === "unsubscribe" ? "A".repeat(43) : randomUUID();
    },
  });

/** What Ann sends, if the call's schemas do not tell it; `nothing`: it names nothing of a member or a site. */
type Row = ((things: Things) => Input) | "nothing";

const form = {
  iban: "NL91ABNA0417164300",
  account_holder: "Ann",
  phone: "+31612345678",
  authorised: true,
  amount: 995,
};

const table: Record<string, Row> = {
  "GET /api/members.php": () => ({ query: { anyone: true, min_age: 18, max_age: 99 } }),
  "GET /api/member-counts.php": "nothing",
  "GET /api/notice.php": "nothing",
  "PUT /api/notice.php": "nothing",
  "POST /api/notice.php": ({ login }) => ({
    body: { place: "nowhere", reason: "scam", text: "Fraud", name: "Eva", email: login, good_faith: true },
  }),
  "POST /api/objection.php": ({ decision }) => ({ body: { id: decision, text: "Wrong" } }),
  "GET /api/statement.php": ({ decision }) => ({ query: { token: statementToken(decision) } }),
  "POST /api/complaint-reply.php": ({ complaint }) => ({ body: { id: complaint, text: "Still" } }),
  "GET /api/complaint-thread.php": ({ complaint }) => ({ query: { token: complaintToken(complaint) } }),
  "POST /api/complaint-thread.php": ({ complaint }) => ({ body: { token: complaintToken(complaint), text: "Still" } }),
  "GET /api/ban-request.php": ({ ban }) => ({ query: { token: banToken(ban) } }),
  "PUT /api/ban-request.php": ({ ban }) => ({ body: { token: banToken(ban), wanted: true } }),
  "POST /api/statement.php": ({ decision }) => ({ body: { token: statementToken(decision), text: "Wrong" } }),
  "PUT /api/updates.php": ({ update }) => ({ body: { ids: [update] } }),
  "GET /api/chats.php": "nothing",
  "GET /api/chat.php": ({ member }) => ({ query: { member } }),
  "GET /api/fraud-warning.php": ({ member }) => ({ query: { id: member } }),
  "PUT /api/decline.php": ({ conversation }) => ({ body: { conversation: { id: conversation }, reason: "too_far" } }),
  "POST /api/gift.php": ({ member }) => ({ body: { member, gift: "rose" } }),
  "PUT /api/gift.php": ({ gift }) => ({ body: { message: gift } }),
  "POST /api/message.php": ({ member }) => ({ body: { member, text: "Hello" } }),
  "POST /api/photo-message.php": ({ member }) => ({ body: { member, text: "", file: Buffer.from("no picture") } }),
  "DELETE /api/message.php": ({ message }) => ({ body: { message } }),
  "GET /api/chat-search.php": () => ({ query: { q: "text" } }),
  "POST /api/report.php": ({ member }) => ({ body: { member, about: "profile", reason: "scam" } }),

  // with her right password
  "POST /api/user.php": ({ login }) => ({ body: { login, password } }),
  "PUT /api/profile.php": "nothing",
  "PUT /api/sexuality.php": "nothing",
  "PUT /api/preferences.php": "nothing",
  "POST /api/age-document.php": () => ({ body: Buffer.from("no picture") }),
  "POST /api/selfie.php": () => ({ body: Buffer.from("no picture") }),
  "POST /api/photos.php": () => ({ body: Buffer.from("no picture") }),
  "PUT /api/photos.php": ({ photo }) => ({ body: { photo } }),
  "DELETE /api/photos.php": ({ photo }) => ({ body: { photo } }),
  "PUT /api/photo-order.php": ({ photo }) => ({ body: { photos: [photo] } }),
  "PUT /api/photo-caption.php": ({ photo }) => ({ body: { photo, caption: "Anew" } }),
  "PUT /api/photo-crop.php": ({ photo }) => ({ body: { photo, crop: { x: 0, y: 0, width: 1, height: 0.5 } } }),
  "GET /api/transactions.php": "nothing",
  "GET /api/receipts.php": ({ payment }) => ({ query: { payment } }),
  "GET /api/payment.php": ({ payment }) => ({ query: { id: payment } }),
  "POST /api/payment.php": ({ bundle, method }) => ({
    body: { bundle_id: bundle, amount: 995, method: "creditcard", stored_method_id: method, begin_at_once: true },
  }),
  "GET /api/directdebit.php": ({ bundle }) => ({ query: { bundle_id: bundle } }),
  "POST /api/directdebit.php": ({ bundle }) => ({ body: { ...form, bundle_id: bundle } }),
  "GET /api/directdebit-confirm.php": ({ debit }) => ({ query: { id: debit } }),
  "POST /api/directdebit-confirm.php": ({ debit }) => ({ body: { id: debit, code: "000000", begin_at_once: true } }),
  "POST /api/directdebit-code.php": ({ debit }) => ({ body: { id: debit } }),
  "POST /api/withdrawal.php": ({ payment }) => ({ body: { payment_id: payment } }),
  "PUT /api/spending.php": "nothing",
  "DELETE /api/stored-methods.php": ({ method }) => ({ body: { id: method } }),
  "GET /api/discountcode.php": ({ code }) => ({ query: { code } }),
  "GET /api/bundles.php": ({ code }) => ({ query: { code } }),
  "DELETE /api/device.php": ({ device }) => ({ body: { id: device } }),
  "POST /api/user.php?push=1": "nothing",
  "DELETE /api/user.php?push=1": "nothing",
  "POST /api/passkey-offer.php": "nothing",
  "POST /api/passkey.php": "nothing",
  "PUT /api/passkey.php": ({ passkey }) => ({ body: { id: passkey, name: "Mine" } }),
  "DELETE /api/passkey.php": ({ passkey }) => ({ body: { id: passkey } }),
  "PUT /api/password.php": "nothing",
  "POST /api/mail-change.php": ({ login }) => ({ body: { email: login, password: "wrong" } }),
  "PUT /api/activation.php": ({ login }) => ({ body: { email: login } }),
  "DELETE /api/account.php": "nothing",

  "GET /api/link.php": ({ token }) => ({ query: { token } }),
  "POST /api/link.php": ({ token }) => ({ body: { token } }),
  "PUT /api/mail-change.php": ({ token }) => ({ body: { token } }),
  "GET /api/unsubscribe.php": ({ unsubscribe }) => ({ query: { token: unsubscribe } }),
  "PUT /api/unsubscribe.php": ({ unsubscribe }) => ({ body: { token: unsubscribe, scope: "all", enabled: false } }),
  "PUT /api/password-reset.php": ({ token }) => ({
    body: { token, password: "another long pass phrase", password_again: "another long pass phrase" },
  }),
  "POST /api/password-reset.php": ({ login }) => ({ body: { email: login, way: "reset" } }),
  "POST /api/reactivation.php": ({ login }) => ({ body: { email: login } }),
  "GET /api/withdrawal-request.php": ({ payment }) => ({ query: { token: payment } }),
  "PUT /api/withdrawal-request.php": ({ payment }) => ({ body: { token: payment } }),
  "POST /api/withdrawal-request.php": ({ login, payment }) => ({ body: { email: login, number: payment } }),
  "POST /api/complaint.php": ({ login }) => ({ body: { email: login, text: "A complaint" } }),
  "POST /api/ban-request.php": ({ login }) => ({ body: { email: login, text: "" } }),
  // her address is free here
  "POST /api/signup-check.php": ({ login }) => ({ body: { email: login } }),
  "POST /api/signup.php": ({ member }) => ({
    body: signupForm({ name: "Ann Again", email: "ann.again@example.org", message: { to: member, text: "Hello" } }),
  }),
  "POST /api/payment-webhook.php": ({ payment }) => ({ body: { id: payment } }),
  "POST /api/passkey-login.php": "nothing",

  "GET /api/regions.php": "nothing",
  "GET /api/country-map.php": "nothing",
  "GET /api/cities.php": "nothing",
  "GET /api/geocode.php": "nothing",
  "GET /api/settings.php": "nothing",
  "PUT /api/settings.php": "nothing",
  "POST /api/page-hidden.php": "nothing",

  // staff are of no site: they log in at any host
  "POST /api/staff.php": "nothing",
  "GET /api/staff-setup.php": ({ token }) => ({ query: { token } }),
  "POST /api/staff-setup.php": ({ token }) => ({ body: { token, password } }),
  "PUT /api/staff-setup.php": ({ token }) => ({ body: { token, code: "123456" } }),
  ...Object.fromEntries(calls.filter(({ who }) => who === "staff").map((call) => [callName(call), "nothing" as const])),
};

/** Rows that may name Eva although she is of another site, by the call that writes them. */
const mayBeNamed: Record<string, { table: string; because: string }> = {
  "POST /api/withdrawal-request.php": {
    table: "withdrawals",
    because: "holds what was typed, for staff, and belongs to no payment and no member",
  },
  "POST /api/complaint.php": { table: "complaints", because: "holds the address that was typed, for the answer" },
  "POST /api/ban-request.php": { table: "complaints", because: "holds the address that was typed, for the answer" },
  "POST /api/notice.php": { table: "content_notices", because: "holds the address that was typed, for the answer" },
};

/** Tables that hold what a request said, not what a member has. */
const ofRequests = ["idempotency_keys", "outbox"];

/** Every row in the database that names one of Eva's things, as text. */
async function rowsAboutEva(without: readonly string[] = []): Promise<string[]> {
  const { db } = given.services;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const skipped = new Set([...ofRequests, ...without, "cities", "city_names", "regions", "places_loaded"]);
  const names = tables.rows.map(({ name }) => name).filter((name) => !skipped.has(name));
  const { cookie: _cookie, words: _words, token: _token, unsubscribe: _unsubscribe, ...things } = eva;
  const pattern = Object.values(things).join("|").replaceAll(".", "\\.");
  const parts = names.map(
    (name) =>
      sql`select ${sql.lit(name)} || ' ' || t::text as line from ${sql.table(name)} t where t::text ~ ${pattern}`,
  );
  const found = await sql<{ line: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return found.rows.map(({ line }) => line).sort();
}

/** What Ann sends with one of someone's things: by the table, or by the call's schemas; undefined: it names none. */
function inputOf(call: Call, things: Things): Input | undefined {
  const row = table[callName(call)];
  if (row !== undefined) return row === "nothing" ? undefined : row(things);
  const derived = derivedInput(call, things);
  return derived && derived.names.size > 0 ? derived.input : undefined;
}

test("D2.1 each call says which of another site's things it is asked for", () => {
  const untold = calls.filter((call) => !(callName(call) in table) && !derivedInput(call, nobodys()));
  const names = new Set(calls.map(callName));
  expect(untold.map(callName), "give it a row in the table of server/http/across-sites.test.ts").toEqual([]);
  expect(Object.keys(table).filter((name) => !names.has(name))).toEqual([]);
});

let addresses = 0;
/** Each from a different address: rate limits are tested elsewhere. */
const nextAddress = () => ({ address: `198.51.100.${++addresses % 250}` });

const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) => ({
  status,
  code: body.error?.code,
});

describe.each(calls.map((call) => [callName(call), call] as const))("D2.1 %s", (name, call) => {
  // these end Ann's session, or her account
  const ends = ["GET /api/logout.php", "DELETE /api/account.php"].includes(name);

  test.skipIf(ends)(
    "answers a member of another site as if there were no such thing, and changes nothing",
    async () => {
      const make = (things: Things) => (inputOf(call, things) ?? {}) as never;
      const exempt = mayBeNamed[name];
      const before = await rowsAboutEva(exempt && [exempt.table]);
      const asked = await ann.call(call, make(eva), nextAddress());
      expect(asked.status, given.logged.at(-1)).not.toBe(500);
      const text = JSON.stringify({ ...asked.body, error: undefined });
      expect(eva.words.filter((word) => text.includes(word))).toEqual([]);
      expect(await rowsAboutEva(exempt && [exempt.table])).toEqual(before);
      if (inputOf(call, eva) && call.path !== "/api/signup.php") {
        expect(outcome(asked)).toEqual(outcome(await ann.call(call, make(nobodys()), nextAddress())));
      }
    },
  );

  test.runIf(call.who === "member")("a session of another site is none here", async () => {
    const stray = new TestClient(given.app, annsHost);
    stray.cookies.set("auth", eva.cookie.slice("auth=".length));
    const input = (inputOf(call, eva) ?? {}) as never;
    const before = await rowsAboutEva();
    expect(outcome(await stray.call(call, input, nextAddress())).status).toBe(403);
    expect(await rowsAboutEva()).toEqual(before);
  });
});

test("D2.1 a withdrawal with the number of another site's payment belongs to no payment and no member", async () => {
  const rows = await given.services.db
    .selectFrom("withdrawals")
    .selectAll()
    .where("number", "=", eva.payment)
    .execute();
  expect(rows.map(({ site_id, member_id, payment_id }) => [site_id, member_id, payment_id])).toEqual([
    [given.siteIds[0], null, null],
  ]);
});

test("D2.1 a purchase here takes neither a stored method nor a discount code of another site", async () => {
  const [bundle] = (await ann.call(getBundles, {})).body.bundles;
  const order = {
    bundle_id: bundle?.id ?? "",
    amount: bundle?.price ?? 0,
    method: "creditcard",
    begin_at_once: true as const,
  };
  const before = await rowsAboutEva();
  const attempt = async (more: object) => outcome(await ann.call(startPayment, { body: { ...order, ...more } }));
  const { method, code } = nobodys();
  expect(await attempt({ stored_method_id: eva.method })).toEqual(await attempt({ stored_method_id: method }));
  expect(await attempt({ code: eva.code })).toEqual(await attempt({ code }));
  expect((await attempt({ code: eva.code })).status).toBe(400);
  expect(await rowsAboutEva()).toEqual(before);
});

test("D2.1 another site's files are not found, even with a session of that site", async () => {
  const paths = [
    ...["thumb", "card", "full"].map((size) => `/photos/${eva.photo}/${size}.webp`),
    `/chat-photos/${eva.chatPhoto}/full.webp`,
    `/receipts/${eva.payment}`,
    `/data-downloads/${eva.download}`,
  ];
  for (const url of paths) {
    for (const cookie of [eva.cookie, `auth=${ann.cookies.get("auth")}`]) {
      const { statusCode } = await given.app.inject({ url, headers: { host: annsHost, cookie } });
      expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true]);
    }
  }
});

test("D2.1 a member's session and password count at their own site only", async () => {
  const at = async (host: string) => {
    const client = new TestClient(given.app, host);
    client.cookies.set("auth", eva.cookie.slice("auth=".length));
    return (await client.call(getUser)).body.user !== null;
  };
  expect([await at(evasHost), await at(annsHost)]).toEqual([true, false]);
  const logInAt = (host: string) =>
    new TestClient(given.app, host).call(logIn, { body: { login: eva.login, password } }, nextAddress());
  expect([(await logInAt(evasHost)).status, (await logInAt(annsHost)).status]).toEqual([200, 401]);
});
