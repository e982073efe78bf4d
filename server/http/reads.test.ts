import { onTestFinished, vi } from "vitest";
import { logOut } from "#contract/auth.ts";
import { getChats, sendMessage } from "#contract/chat.ts";
import { getMember } from "#contract/members.ts";
import { getMemberFile } from "#contract/staff-members.ts";
import { openPool } from "#server/db/pool.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import type { Services } from "#server/services.ts";
import { expect, test } from "#server/test.ts";
import { calls } from "./calls.ts";
import { derivedInput, type Input } from "./test-derived-rows.ts";
import { callName } from "./test-inputs.ts";
import { makeScenario } from "./test-viewers.ts";

type TestServices = Services & { clock: { advance(ms: number): void } };

/** There is no primary from now on, and the replica is a pool that takes no writes; `laterMs` have passed. */
function losePrimary(services: TestServices, laterMs = 61_000) {
  const url = new URL(services.config.databaseUrl ?? "");
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const { pool } = openPool(url.href, 4, () => {});
  let takesNoWrites = false;
  services.withoutPrimary = {
    isNeeded: () => true,
    takesNoWrites: () => takesNoWrites,
    connect: () => pool.connect(),
    close: async () => {},
  };
  const primary = vi.spyOn(services.pool, "connect");
  // after a minute sessions would be prolonged, and members marked active
  services.clock.advance(laterMs);
  onTestFinished(async () => {
    delete services.withoutPrimary;
    primary.mockRestore();
    await pool.end();
  });
  const last = () => {
    takesNoWrites = true;
  };
  return { primary, last };
}

test("D12.3 without a primary a member's reads are answered by a replica as before, and nothing asks the primary", async ({
  given,
  services,
}) => {
  const { client, eva, conversation } = await makeScenario(
    given,
    "party",
    await hashPassword("a fine long pass phrase"),
  );
  // what the schemas do not tell
  const byHand: Record<string, Input> = {
    "GET /api/chat.php": { query: { member: eva.id } },
    "GET /api/chat-search.php": { query: { q: "there" } },
  };
  const reads = calls.filter(({ method, who, path }) => method === "GET" && who !== "staff" && path !== logOut.path);
  const statuses = async () => {
    const entries: [string, number][] = [];
    for (const call of reads) {
      const named = { member: eva.id, conversation };
      const { status } = await client.call(call, byHand[callName(call)] ?? derivedInput(call, named)?.input);
      entries.push([callName(call), status]);
    }
    return Object.fromEntries(entries);
  };
  const before = await statuses();
  expect(Object.values(before).filter((status) => status === 200).length).toBeGreaterThan(30);
  const { primary } = losePrimary(services);
  expect(await statuses()).toEqual(before);
  expect(primary).not.toHaveBeenCalled();
});

test("D12.3 without a primary a write never goes to a replica", async ({ services, pair }) => {
  const [anna, ben] = await pair();
  const { primary, last } = losePrimary(services);
  expect((await anna.client.call(getChats)).status).toBe(200);
  expect(primary).not.toHaveBeenCalled();
  expect((await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } })).status).toBe(200);
  expect(primary).toHaveBeenCalled();
  primary.mockClear();
  const counted = vi.spyOn(services.limits, "countAddress");
  onTestFinished(() => counted.mockRestore());
  last();
  // as soon as the loss is certain a write is refused at once, and costs no points of the limits
  const refused = await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello again" } });
  expect([refused.status, refused.body.error?.code, refused.headers["retry-after"]]).toEqual([503, "unavailable", "2"]);
  expect([primary.mock.calls.length, counted.mock.calls.length]).toEqual([0, 0]);
});

test("D12.3 while commits wait for a replica in vain the primary is read, and a read waits for nothing that it records", async ({
  services,
  pair,
}) => {
  const [anna, ben] = await pair();
  services.withoutPrimary = {
    isNeeded: () => false,
    takesNoWrites: () => true,
    connect: () => Promise.reject(new Error("no replica is read")),
    close: async () => {},
  };
  onTestFinished(() => void delete services.withoutPrimary);
  services.clock.advance(61_000);
  const recorded = async () => [
    await services.db.selectFrom("sessions").select("used_at").where("account_id", "=", anna.id).execute(),
    await services.db.selectFrom("visits").select("visitor_id").where("visited_id", "=", ben.id).execute(),
  ];
  const before = await recorded();
  const visit = async () => (await anna.client.call(getMember, { query: { id: ben.id } })).status;
  expect([await visit(), await recorded()]).toEqual([200, before]);
  const refused = await anna.client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
  expect([refused.status, refused.body.error?.code]).toEqual([503, "unavailable"]);
  delete services.withoutPrimary;
  services.clock.advance(61_000);
  expect([await visit(), await recorded()]).not.toEqual([200, before]);
});

test("D12.3 without a primary staff read nothing that the audit log would miss, and nothing fails", async ({
  given,
  services,
  member,
}) => {
  const { client } = await staffMember(given, "admin");
  const [known, other] = [await member(), await member()];
  expect((await client.call(getMemberFile, { query: { id: known.id } })).status).toBe(200);
  losePrimary(services, 0);
  for (const { id } of [known, other]) {
    const { status, body } = await client.call(getMemberFile, { query: { id } });
    expect([status, body.error?.code]).toEqual([503, "unavailable"]);
  }
  for (const call of calls.filter(({ method, who }) => method === "GET" && who === "staff")) {
    const { status } = await client.call(call, derivedInput(call, { member: known.id, conversation: known.id })?.input);
    expect([callName(call), [200, 400, 403, 404, 503].includes(status)]).toEqual([callName(call), true]);
  }
});
