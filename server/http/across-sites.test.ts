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
import { hashPassword } from "#server/features/auth/index.ts";
import { unsubscribeToken } from "#server/features/notifications/index.ts";
import { calls } from "./calls.ts";
import { TestClient } from "./test-client.ts";
import type { Input } from "./test-derived-rows.ts";
import { callName, inputAbout, linkToken, staleInputs, type Things, thingsWith } from "./test-inputs.ts";
import { makeScenario } from "./test-viewers.ts";

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

/** Eva and her things; `words` stand in none of Ann's data. */
async function makeEva() {
  const { services, siteIds } = given;
  const { db, clock } = services;
  const [here = 0, there = 0] = siteIds;
  const scenario = await makeScenario({ ...given, siteIds: [there, here] }, "party", await hashPassword(password));
  const {
    eva: member,
    conversation,
    gift,
    photo,
    chatPhoto,
    voice,
    introduction,
    payment,
    debit,
    device,
    sharedDate,
    talk,
    marks,
  } = scenario;
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
  const sent = { email: member.email, language: "en", logged_in: false, text: "" };
  const request = { number: randomUUID(), kind: "ban", ...sent };
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
  const made = async (table: "statements" | "complaints", values: object) => (await row(table, values)).id;
  const decision = await made("statements", statement);
  const ban = await made("complaints", { ...request, site_id: there, created_at: now });
  const ofComplaint = { number: randomUUID(), kind: "complaint", site_id: there, created_at: now };
  const complaint = await made("complaints", { ...request, ...ofComplaint });
  const links = db.selectFrom("shared_dates").select("link_id").where("id", "=", sharedDate);
  const link = await links.executeTakeFirstOrThrow();
  const partnerLink = randomUUID();
  await db
    .insertInto("partners")
    .values({
      ...{ site_id: there, name: "There Ltd", currency: "EUR", least_payout_minor: 1, closed_to: "2026-10" },
      ...{ created_at: now, link_id: partnerLink },
    })
    .execute();
  const imported = randomUUID();
  const handedOver = { source: "Elsewhere", language: "en", details: "{}", email: `${imported}@example.org` };
  await db
    .insertInto("imported_members")
    .values({ id: imported, site_id: there, mailbox_hash: Buffer.from(imported), ...handedOver, created_at: now })
    .execute();
  const things: Things = {
    member: member.id,
    conversation,
    message: (await messages.executeTakeFirstOrThrow()).id,
    gift,
    photo,
    payment,
    debit,
    device,
    bundle: bundle.id,
    code,
    method: (await row("stored_methods", { ...owned, ...method })).id,
    passkey: (await row("passkeys", { ...key, name: "Eva's key", synced: false, transports: [], created_at: now })).id,
    decision,
    decisionToken: linkToken(services, "statement", decision),
    complaint,
    complaintToken: linkToken(services, "complaint", complaint),
    banToken: linkToken(services, "ban-request", ban),
    sharedDate,
    talk,
    dateToken: linkToken(services, "shared-date", link.link_id),
    partnerToken: linkToken(services, "partner", partnerLink),
    importedToken: linkToken(services, "imported", imported),
    update: (await row("updates", { member_id: member.id, kind: "new_device", created_at: now })).id,
    login: member.email,
    password,
    token,
    unsubscribe: unsubscribeToken(services.config.secret, member.id, "like"),
  };
  const words = [...marks.presence, ...marks.page, ...marks.own, ...marks.chat];
  const { password: _, token: __, unsubscribe: ___, ...stored } = things;
  const ids = [...Object.values(stored), chatPhoto, voice, introduction, ban, download];
  return { things, photo, chatPhoto, voice, introduction, download, ids, cookie: member.cookie, words };
}

/** Things that do not exist, but for the password. */
const nobodys = (): Things => thingsWith(given.services, { password });

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

let tables: { rows: { name: string }[] } | undefined;

/** Every row in the database that names one of Eva's things, as text. */
async function rowsAboutEva(without: readonly string[] = []): Promise<string[]> {
  const { db } = given.services;
  tables ??= await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const skipped = new Set([...ofRequests, ...without, "cities", "city_names", "regions", "places_loaded"]);
  const names = tables.rows.map(({ name }) => name).filter((name) => !skipped.has(name));
  const pattern = eva.ids.join("|").replaceAll(".", "\\.");
  const parts = names.map(
    (name) =>
      sql`select ${sql.lit(name)} || ' ' || t::text as line from ${sql.table(name)} t where t::text ~ ${pattern}`,
  );
  const result = await sql<{ line: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return result.rows.map(({ line }) => line).sort();
}

/** As they were after the call before, with all tables. */
let rowsBefore: string[] | undefined;

/** Runs it, and fails if it changed a row that names one of Eva's things, in a table that is not `without`. */
async function changesNothing<T>(run: () => Promise<T>, without?: readonly string[]): Promise<T> {
  // reading all tables costs more than most calls
  const before = (without ? undefined : rowsBefore) ?? (await rowsAboutEva(without));
  const answer = await run();
  const after = await rowsAboutEva(without);
  rowsBefore = without ? undefined : after;
  expect(after, given.logged.at(-1)).toEqual(before);
  return answer;
}

/** What Ann sends, with someone's things if the call names any; what it could only change of hers, it does not. */
function inputOf(call: Call, things: Things): Input {
  const about = inputAbout(call, things);
  return about && (about.names.size > 0 || call.method === "GET" || call.upload) ? about.input : {};
}

test("D2.1 each call says which of another site's things it is asked for", () => {
  const untold = calls.filter((call) => !inputAbout(call, nobodys())).map(callName);
  expect(untold, "give it a row in server/http/test-inputs.ts").toEqual([]);
  expect(staleInputs(calls)).toEqual([]);
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
      const make = (things: Things) => inputOf(call, things) as never;
      const exempt = mayBeNamed[name];
      const ask = () => ann.call(call, make(eva.things), nextAddress());
      const asked = await changesNothing(ask, exempt && [exempt.table]);
      expect(asked.status, given.logged.at(-1)).not.toBe(500);
      const text = JSON.stringify({ ...asked.body, error: undefined });
      expect(eva.words.filter((word) => text.includes(word))).toEqual([]);
      const named = Number(inputAbout(call, eva.things)?.names.size) > 0;
      // what names no thing of hers is answered, so that it could show one
      const isOpen = call.who === "anyone" || call.who === "member";
      if (!named && call.method === "GET" && isOpen) expect(asked.status).toBe(200);
      if (named && call.path !== "/api/signup.php") {
        expect(outcome(asked)).toEqual(outcome(await ann.call(call, make(nobodys()), nextAddress())));
      }
    },
  );

  test.runIf(call.who === "member")("a session of another site is none here", async () => {
    const stray = new TestClient(given.app, annsHost);
    stray.cookies.set("auth", eva.cookie.slice("auth=".length));
    const input = inputOf(call, eva.things) as never;
    const asked = await changesNothing(() => stray.call(call, input, nextAddress()));
    expect(asked.status).toBe(403);
  });
});

test("D2.1 a withdrawal with the number of another site's payment belongs to no payment and no member", async () => {
  const rows = await given.services.db
    .selectFrom("withdrawals")
    .selectAll()
    .where("number", "=", eva.things.payment)
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
  expect(await attempt({ stored_method_id: eva.things.method })).toEqual(await attempt({ stored_method_id: method }));
  expect(await attempt({ code: eva.things.code })).toEqual(await attempt({ code }));
  expect((await attempt({ code: eva.things.code })).status).toBe(400);
  expect(await rowsAboutEva()).toEqual(before);
});

test("D2.1 another site's files are not found, even with a session of that site", async () => {
  const paths = [
    ...["thumb", "card", "full"].map((size) => `/photos/${eva.photo}/${size}.webp`),
    `/chat-photos/${eva.chatPhoto}/full.webp`,
    `/voice-messages/${eva.voice}.webm`,
    `/voice-introductions/${eva.introduction}.webm`,
    `/receipts/${eva.things.payment}`,
    `/data-downloads/${eva.download}`,
  ];
  for (const url of paths) {
    for (const cookie of [eva.cookie, `auth=${ann.cookies.get("auth")}`, ""]) {
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
    new TestClient(given.app, host).call(logIn, { body: { login: eva.things.login, password } }, nextAddress());
  expect([(await logInAt(evasHost)).status, (await logInAt(annsHost)).status]).toEqual([200, 401]);
});
