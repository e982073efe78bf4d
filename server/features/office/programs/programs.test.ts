import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { checkSignup } from "#contract/account.ts";
import { addApiKey, getApiKeys, revokeApiKey } from "#contract/api-keys.ts";
import { getAuditLog } from "#contract/audit-log.ts";
import type { Call } from "#contract/call.ts";
import { installationScopes, type ProgramScope, programScopes } from "#contract/constants.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { getNumbers } from "#contract/numbers.ts";
import * as contract from "#contract/programs.ts";
import { changeStaffSites } from "#contract/staff.ts";
import { hashAddresses } from "#server/features/account/index.ts";
import { calls } from "#server/http/calls.ts";
import { TestClient } from "#server/http/test-client.ts";
import { callName } from "#server/http/test-inputs.ts";
import { expect } from "#server/test.ts";
import { findBreak } from "../staff/audit-store.ts";
import { changeStaffRole, disableStaff } from "../staff/manage-staff.ts";
import { staffMember, staffPassword } from "../staff/test-staff.ts";
import { test as base } from "../test-office.ts";

const keys = ["rendezvous", "abendrot"] as const;
const hosts = ["localhost", "127.0.0.1"] as const;

/** Scopes that only a key of all sites can have. */
const isOfAll = (scope: ProgramScope | null) => installationScopes.some((each) => each === scope);
const ofSites = programScopes.filter((scope) => !isOfAll(scope));

type Made = { scopes?: ProgramScope[]; site?: string | null; days?: "30" | "90" | "365" };

const test = base
  /** Makes a key as an admin who has just logged in, whatever time it is. */
  .extend("keyWith", { scope: "file" }, ({ given }) => async (how: Made = {}) => {
    const { client } = await staffMember(given, "admin");
    const { scopes = ofSites, site = scopes.some(isOfAll) ? null : keys[0], days = "30" } = how;
    const name = `Program ${randomUUID().slice(0, 8)}`;
    const { body } = await client.call(addApiKey, { body: { name, scopes, site, days } });
    const id = body.keys.find((each) => each.name === name)?.id ?? "";
    return { client, name, id, secret: body.secret ?? "" };
  })
  /** Sends what a program sends: a key, and none of the headers by which a page of the site is known. */
  .extend("send", { scope: "file" }, ({ app }) => {
    return async (call: Call, secret: string | null, input: { query?: object; body?: object; host?: string } = {}) => {
      const reply = await app.inject({
        method: call.method,
        url: call.path,
        query: (input.query ?? {}) as Record<string, string>,
        headers: {
          host: input.host ?? hosts[0],
          "accept-language": "en",
          ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        },
        ...(call.method === "GET" ? {} : { payload: input.body ?? {} }),
      });
      const body = reply.json();
      return { status: reply.statusCode, code: body.error?.code as string | undefined, body, headers: reply.headers };
    };
  });

/** What each call of programs is sent. */
const inputs: Record<string, (member: string) => { query?: object; body?: object }> = {
  "GET /api/program-numbers.php": () => ({}),
  "GET /api/program-member.php": (member) => ({ query: { id: member } }),
  "GET /api/program-bans.php": () => ({}),
  "GET /api/program-installation.php": () => ({}),
  "GET /api/program-refusals.php": () => ({}),
  "PUT /api/program-bans.php": () => ({ body: { emails: ["bad@example.org"] } }),
  "DELETE /api/program-bans.php": () => ({ body: { emails: ["bad@example.org"] } }),
};

const ofPrograms = calls.filter(({ who }) => who === "program");
const named = ofPrograms.map((call) => [callName(call), call] as const);

test("R13.05 every call of a program names its scope, and no other call has one", () => {
  expect(named.map(([name]) => name).toSorted()).toEqual(Object.keys(inputs).toSorted());
  expect(ofPrograms.filter(({ scope }) => scope === null)).toEqual([]);
  expect(calls.filter(({ who, scope }) => who !== "program" && scope !== null)).toEqual([]);
});

test.for(named)("R13.05 %s needs a key with its scope", async ([name, call], { keyWith, send, member }) => {
  const input = inputs[name]?.((await member()).id);
  const none = await send(call, null, input);
  expect([none.status, none.code, none.headers["www-authenticate"]]).toEqual([401, "api_key_required", "Bearer"]);
  for (const scope of programScopes) {
    const { secret } = await keyWith({ scopes: [scope] });
    const answer = await send(call, secret, input);
    const allowed = call.scope === scope;
    expect([scope, answer.status, answer.code]).toEqual(
      allowed ? [scope, 200, undefined] : [scope, 403, "api_key_scope_missing"],
    );
    expect(answer.headers["www-authenticate"]).toBe(allowed ? undefined : 'Bearer error="insufficient_scope"');
  }
});

test.for(named)("R13.05 %s takes no cookies instead of a key", async ([name, call], { ada, member }) => {
  const anna = await member();
  const client = new TestClient(ada.client.app);
  for (const [cookie, value] of [...ada.client.cookies, ...anna.client.cookies]) client.cookies.set(cookie, value);
  const { status, body } = await client.call(call, inputs[name]?.(anna.id) as never);
  expect([status, body.error?.code]).toEqual([401, "api_key_required"]);
});

test.for(named.filter(([, { scope }]) => !isOfAll(scope)))(
  "R13.05 %s: a key works on its own site only, one of all sites on each",
  async ([name, call], { keyWith, send, member }) => {
    const input = inputs[name]?.((await member()).id);
    const own = await keyWith();
    const all = await keyWith({ site: null });
    const statusAt = async (secret: string, host: string) => (await send(call, secret, { ...input, host })).status;
    expect([await statusAt(own.secret, hosts[0]), await statusAt(own.secret, hosts[1])]).toEqual([200, 401]);
    expect([await statusAt(all.secret, hosts[0]), await statusAt(all.secret, hosts[1])]).toEqual([200, 200]);
  },
);

test("R13.05 the keys of who leaves the staff, or is an admin no more, are revoked", async ({
  keyWith,
  send,
  services,
}) => {
  const { db } = services;
  const [leaving, changing, staying] = [await keyWith(), await keyWith(), await keyWith()];
  const emailOf = async (id: string) => {
    const key = db.selectFrom("api_keys as k").innerJoin("staff as s", "s.id", "k.created_by").select("s.email");
    return (await key.where("k.id", "=", id).executeTakeFirstOrThrow()).email;
  };
  const statusOf = async ({ secret }: typeof leaving) => (await send(contract.getProgramNumbers, secret)).status;
  await disableStaff(db, await emailOf(leaving.id));
  const email = await emailOf(changing.id);
  expect(await changeStaffRole(db, { email, role: "support", demo: false })).toMatchObject({ change: "changed" });
  expect([await statusOf(leaving), await statusOf(changing), await statusOf(staying)]).toEqual([401, 401, 200]);
});

test("R13.05 a revoked key and one whose time is over are refused", async ({ keyWith, send, services }) => {
  const [one, other] = [await keyWith(), await keyWith({ days: "90" })];
  const codeOf = async (secret: string) => (await send(contract.countProgramBans, secret)).code;
  expect([await codeOf(one.secret), await codeOf(other.secret)]).toEqual([undefined, undefined]);
  await other.client.call(revokeApiKey, { body: { id: other.id } });
  expect([await codeOf(one.secret), await codeOf(other.secret)]).toEqual([undefined, "api_key_required"]);
  services.clock.advance(30 * dayMs - 1);
  expect(await codeOf(one.secret)).toBeUndefined();
  services.clock.advance(1);
  expect(await codeOf(one.secret)).toBe("api_key_required");
  const again = await (await keyWith()).client.call(revokeApiKey, { body: { id: other.id } });
  expect([again.status, again.body.error?.code]).toEqual([409, "staff_item_gone"]);
});

test("R13.05 strange, long and forged keys are all the same 401", async ({ keyWith, send }) => {
  const { secret, id } = await keyWith();
  const [, hex = "", random = ""] = /^rv_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/.exec(secret) ?? [];
  expect(hex).toBe(id.replaceAll("-", ""));
  const forged = [
    ...[
      "",
      " ",
      "rv_",
      "\u0000",
      `${secret}\u0000`,
      `\u0000${secret}`,
      "é",
      `${secret} `,
      `${secret}x`,
      secret.slice(0, -1),
    ],
    ...[`rv_${hex}_${"A".repeat(43)}`, `rv_${"0".repeat(32)}_${random}`, `rv_${hex.toUpperCase()}_${random}=`],
    ...["rv_".repeat(5000), `rv_${hex}_${"A".repeat(50_000)}`, `rv_${hex}_${random}, Bearer ${secret}`],
    ...[`rv_${id}_${random}`, `rv_${hex}_${random.slice(0, -1)}é`, "' or 1=1 --"],
  ];
  for (const each of forged) {
    const { status, code } = await send(contract.countProgramBans, each);
    expect([each.slice(0, 60), status, code]).toEqual([each.slice(0, 60), 401, "api_key_required"]);
  }
  expect((await send(contract.countProgramBans, secret)).status).toBe(200);
});

test("R13.05 the secret is shown once, and stored only as a hash", async ({ keyWith, services, ada }) => {
  const { secret, id, name } = await keyWith({ scopes: ["bans", "figures"], site: null });
  const random = secret.split("_").slice(2).join("_");
  const everything = JSON.stringify([
    await services.db.selectFrom("api_keys").selectAll().execute(),
    await services.db.selectFrom("idempotency_keys").selectAll().execute(),
    await services.db.selectFrom("audit_log").selectAll().execute(),
    (await ada.client.call(getApiKeys)).body,
  ]);
  expect(random).toHaveLength(43);
  expect(everything).not.toContain(random);
  const rows = (await keyWith()).client.call(getApiKeys);
  const row = (await rows).body.keys.find((each) => each.id === id);
  expect(row).toMatchObject({ name, site: null, scopes: ["bans", "figures"], used_on: null, state: "open" });
});

test("R13.05 the day of the last use is noted, once", async ({ keyWith, send, services }) => {
  const { secret, id } = await keyWith();
  await Promise.all([send(contract.countProgramBans, secret), send(contract.countProgramBans, secret)]);
  const { client } = await keyWith();
  const row = (await client.call(getApiKeys)).body.keys.find((each) => each.id === id);
  expect(row?.used_on).toBe(services.clock.now().toISOString().slice(0, 10));
});

test("R13.05 a repeat makes no second key, and does not show the first one again", async ({ given }) => {
  const { client } = await staffMember(given, "admin");
  const body = { name: "Twice", site: null, scopes: ["bans" as const], days: "30" as const };
  const key = randomUUID();
  const both = await Promise.all([
    client.call(addApiKey, { body }, { key }),
    client.call(addApiKey, { body }, { key }),
  ]);
  expect(both.map(({ body: answer }) => answer.secret === null).toSorted()).toEqual([false, true]);
  const { keys: rows } = (await client.call(getApiKeys)).body;
  expect(rows.filter(({ name }) => name === "Twice")).toHaveLength(1);
  const log = (await client.call(getAuditLog, { query: { action: "api_key_made" } })).body.entries;
  expect(log.filter(({ detail }) => detail.name === "Twice")).toHaveLength(1);
});

test("R13.05 who logged in long ago gives the password again", async ({ given, services }) => {
  const { client } = await staffMember(given, "admin");
  services.clock.advance(hourMs / 4);
  const make = async (password?: string) =>
    await client.call(addApiKey, {
      body: { name: "Late", site: null, scopes: ["bans"], days: "30", ...(password === undefined ? {} : { password }) },
    });
  expect((await client.call(getApiKeys)).body.password_needed).toBe(true);
  expect((await make()).body.error?.field_codes).toEqual({ password: "required" });
  expect((await make("not the right one")).body.error?.field_codes).toEqual({ password: "not_your_password" });
  expect((await make(staffPassword)).body.secret).toMatch(/^rv_/);
});

test("R13.05 only admins of all sites make keys, and only for a site that there is", async ({ given, keyWith }) => {
  const body = { name: "Not mine", site: null, scopes: ["bans" as const], days: "30" as const };
  const { client: boss } = await keyWith();
  const limited = await staffMember(given, "admin");
  await boss.call(changeStaffSites, { body: { id: limited.id, sites: [keys[0]] } });
  for (const client of [(await staffMember(given, "finance")).client, limited.client]) {
    expect((await client.call(addApiKey, { body })).body.error?.code).toBe("staff_role_missing");
    expect((await client.call(getApiKeys)).body.error?.code).toBe("staff_role_missing");
  }
  const nowhere = await boss.call(addApiKey, { body: { ...body, site: "nowhere" } });
  expect(nowhere.body.error?.field_codes).toEqual({ site: "unknown_option" });
});

test("R13.05 a member's state has no words and no address; one of another site does not exist", async ({
  keyWith,
  send,
  member,
  siteIds,
  services,
}) => {
  const { secret } = await keyWith();
  const stateOf = async (id: string) => (await send(contract.getProgramMember, secret, { query: { id } })).body;
  const anna = await member({ premium: true });
  const none = { exists: false, confirmed: false, premium: false, banned: false };
  expect(await stateOf(anna.id)).toEqual({ exists: true, confirmed: true, premium: true, banned: false });
  expect(await stateOf((await member({ confirmed: false })).id)).toMatchObject({ exists: true, confirmed: false });
  const others = [await member({ siteId: siteIds[1] }), await member({ fictional: true })];
  for (const { id } of others) expect(await stateOf(id)).toEqual(none);
  expect(await stateOf(randomUUID())).toEqual(none);
  const { db, clock } = services;
  const change = db.updateTable("accounts").where("id", "=", anna.id);
  await change.set({ status: "banned", banned_at: clock.now() }).execute();
  expect(await stateOf(anna.id)).toMatchObject({ exists: true, banned: true });
  await change.set({ status: "deleted", banned_at: null, deleted_at: clock.now() }).execute();
  expect(await stateOf(anna.id)).toEqual(none);
});

test("R13.05 the numbers are those that staff see of this site", async ({ keyWith, send, given }) => {
  const { secret } = await keyWith({ scopes: ["figures"] });
  const { body } = await send(contract.getProgramNumbers, secret, { query: { days: "7", by: "day" } });
  expect(body.rows).toHaveLength(7);
  const { client } = await staffMember(given, "finance");
  const own = (await client.call(getNumbers, { query: { site: keys[0], days: "7", by: "day" } })).body;
  const { queues: _, ...shown } = own;
  expect(body).toEqual(shown);
});

test("R13.05 listed mailboxes can't sign up, by address or by hash, in any spelling, on this site only", async ({
  keyWith,
  send,
  visitor,
  services,
  siteIds,
}) => {
  const { secret } = await keyWith({ scopes: ["bans"] });
  const taken = async (email: string, host = hosts[0] as string) =>
    (await visitor(host).call(checkSignup, { body: { email } })).body.error?.field_codes?.email === "email_taken";
  const put = (body: object) => send(contract.addProgramBans, secret, { body });
  expect(await taken("List.One@gmail.com")).toBe(false);
  const before = (await send(contract.countProgramBans, secret)).body.count;
  const first = await put({ emails: ["List.One+x@gmail.com", "listone@GMAIL.com"] });
  expect(first.body).toEqual({ changed: 1, count: before + 1 });
  expect((await put({ emails: ["listone@gmail.com"] })).body).toEqual({ changed: 0, count: before + 1 });
  expect([await taken("List.One@gmail.com"), await taken("listone@gmail.com", hosts[1])]).toEqual([true, false]);
  const asked = { db: services.db, services, site: { id: siteIds[0] } };
  const hashes = await hashAddresses(asked, ["By.Hash@example.org"]);
  expect((await put({ hashes })).body).toEqual({ changed: 1, count: before + 2 });
  expect([await taken("by.hash@example.org"), await taken("byhash@example.org")]).toEqual([true, false]);
  const remove = (body: object) => send(contract.removeProgramBans, secret, { body });
  const gone = await remove({ emails: ["listone@gmail.com"], hashes });
  expect(gone.body).toEqual({ changed: 2, count: before });
  expect((await remove({ hashes })).body).toEqual({ changed: 0, count: before });
  expect(await taken("list.one@gmail.com")).toBe(false);
  const kept = JSON.stringify(await services.db.selectFrom("audit_log").selectAll().execute());
  expect(kept).not.toContain("listone");
});

test("R13.05 each key has its own limit of calls, whatever address it calls from", async ({
  keyWith,
  send,
  services,
}) => {
  const [one, other] = [await keyWith(), await keyWith()];
  const statusOf = async ({ secret }: { secret: string }) => await send(contract.countProgramBans, secret);
  expect((await statusOf(one)).status).toBe(200);
  while ((await services.limits.count("read", one.id)) === 0);
  const limited = await statusOf(one);
  expect([limited.status, limited.code]).toEqual([429, "too_many_requests"]);
  expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
  expect((await statusOf(other)).status).toBe(200);
});

test("R13.05 a repeat with the same Idempotency-Key gets the first answer; another key's repeat is a new call", async ({
  app,
  keyWith,
}) => {
  const [one, other] = [await keyWith({ scopes: ["bans"] }), await keyWith({ scopes: ["bans"] })];
  const key = randomUUID();
  const put = async ({ secret }: { secret: string }) => {
    const headers = { host: hosts[0], authorization: `Bearer ${secret}`, "idempotency-key": key };
    const payload = { emails: ["once.more@example.org"] };
    return (await app.inject({ method: "PUT", url: contract.addProgramBans.path, headers, payload })).json();
  };
  const first = await put(one);
  expect(first.changed).toBe(1);
  expect(await put(one)).toEqual(first);
  expect((await put(other)).changed).toBe(0);
});

test("R13.05 a list with a fault changes nothing", async ({ keyWith, send }) => {
  const { secret } = await keyWith({ scopes: ["bans"] });
  const put = (body: object) => send(contract.addProgramBans, secret, { body });
  const before = (await send(contract.countProgramBans, secret)).body.count;
  const codes = async (body: object) => Object.values((await put(body)).body.error?.field_codes ?? {});
  expect(await codes({ emails: ["fine@example.org", "not an address"] })).toEqual(["email_invalid"]);
  expect(await codes({ emails: ["fine@example.org", "nul\u0000@example.org"] })).toEqual(["forbidden_characters"]);
  expect(await codes({ hashes: ["AB".repeat(32)] })).toEqual(["invalid"]);
  expect(await codes({})).toEqual(["required"]);
  expect(await codes({ emails: Array.from({ length: 501 }, (_, at) => `m${at}@example.org`) })).toEqual(["too_big"]);
  expect((await send(contract.countProgramBans, secret)).body.count).toBe(before);
});

test("R13.05 two lists at once, in opposite orders, end without a deadlock and count each mailbox once", async ({
  keyWith,
  send,
}) => {
  const { secret } = await keyWith({ scopes: ["bans"] });
  const emails = Array.from({ length: 200 }, (_, at) => `both${at}@example.org`);
  const before = (await send(contract.countProgramBans, secret)).body.count;
  const both = await Promise.all(
    [emails, emails.toReversed()].map((each) => send(contract.addProgramBans, secret, { body: { emails: each } })),
  );
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.reduce((sum, { body }) => sum + body.changed, 0)).toBe(200);
  expect((await send(contract.countProgramBans, secret)).body.count).toBe(before + 200);
});

test("R13.05 what a program changes is in the audit log with its key, which no one can take out", async ({
  keyWith,
  send,
  services,
}) => {
  const { secret, id, name, client } = await keyWith({ scopes: ["bans"] });
  await send(contract.addProgramBans, secret, { body: { emails: ["logged@example.org"] } });
  await send(contract.removeProgramBans, secret, { body: { emails: ["logged@example.org"] } });
  const { entries } = (await client.call(getAuditLog)).body;
  const own = entries.filter(({ key }) => key === name);
  expect(own.map(({ action, staff, role }) => [action, staff, role])).toEqual([
    ["mailboxes_unbarred", null, null],
    ["mailboxes_barred", null, null],
  ]);
  const filtered = (await client.call(getAuditLog, { query: { key: id } })).body;
  expect(filtered.entries).toEqual(own);
  expect(filtered.keys).toContainEqual({ id, name });
  const commands = (await client.call(getAuditLog, { query: { staff: "command" } })).body.entries;
  expect(commands.filter(({ key }) => key !== null)).toEqual([]);
  const { db } = services;
  const rows = await db.selectFrom("audit_log").select(["id", "key_id"]).where("key_id", "=", id).execute();
  expect(rows).toHaveLength(2);
  const { rows: hashes } = await sql<{ differs: boolean }>`
    select audit_hash('', l) <> audit_hash('', jsonb_populate_record(l, '{"key_id": null}')) as differs
    from audit_log l where key_id is not null`.execute(db);
  expect(new Set(hashes.map(({ differs }) => differs))).toEqual(new Set([true]));
  expect(await findBreak(db, true)).toBeNull();
});
