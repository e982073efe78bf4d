import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { vi } from "vitest";
import { redeemLink, signUp } from "#contract/account.ts";
import { sendMessage } from "#contract/chat.ts";
import { likeMember } from "#contract/likes.ts";
import { blockMember } from "#contract/moderation.ts";
import { lockPair } from "#server/db/lock-pair.ts";
import type { Db } from "#server/db/pool.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";

const write = (from: Pick<Member, "client">, to: { id: string }) =>
  from.client.call(sendMessage, { body: { member: to.id, text: "Hello" } }, { key: randomUUID() });
const block = (from: Member, to: Member) => from.client.call(blockMember, { body: { id: to.id } });

async function waiting(services: Fixtures["services"]): Promise<string[]> {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    services.db,
  );
  return rows.map(({ query }) => query);
}

/** Holds what `lock` locks while `during` runs. */
async function holding(
  services: Fixtures["services"],
  lock: (db: Db) => Promise<unknown>,
  during: (db: Db) => Promise<void>,
): Promise<void> {
  await services.db.transaction().execute(async (db) => {
    await lock(db);
    await during(db);
  });
}

const lockWallet = (memberId: string) => (db: Db) =>
  db.selectFrom("wallets").select("member_id").where("member_id", "=", memberId).forUpdate().execute();

/** Whether the lock of a pair could be taken right now. */
async function isPairFree(services: Fixtures["services"], a: string, b: string): Promise<boolean> {
  const pair = [a, b].sort().join();
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${pair}, 0)) as free`.execute(services.db);
  return rows[0]?.free === true;
}

test("quality: a first message locks the pair before the wallet", async ({ member, services }) => {
  const [anna, eva] = [await member({ credits: 5 }), await member({ credits: 100 })];
  let sent: ReturnType<typeof write> | undefined;
  await holding(
    services,
    (db) => lockPair(db, anna.id, eva.id),
    async () => {
      sent = write(anna, eva);
      await vi.waitFor(async () => expect(await waiting(services)).toEqual([expect.stringContaining("advisory")]));
      // the wallet is free: the message waits for the pair before it locks the wallet
      const { rows } = await sql`select from wallets where member_id = ${anna.id} for update nowait`.execute(
        services.db,
      );
      expect(rows).toHaveLength(1);
    },
  );
  expect((await sent)?.status).toBe(200);
});

test("quality: a confirmation locks the pairs it delivers to before the wallet", async ({
  client,
  member,
  services,
}) => {
  const form = signupForm({ name: "Locks", email: "locks@example.org" });
  const { user } = (await client.call(signUp, { body: form })).body;
  const eva = await member({ credits: 100 });
  expect((await write({ client }, eva)).body.message.held).toBe(true);
  const token = await activationToken({ services }, form.email);
  let confirmed: Promise<{ status: number; body: object }> | undefined;
  await holding(services, lockWallet(user.id), async () => {
    confirmed = client.call(redeemLink, { body: { token } });
    await vi.waitFor(async () => expect(await waiting(services)).toHaveLength(1));
    expect(await isPairFree(services, user.id, eva.id)).toBe(false);
  });
  expect((await confirmed)?.body).toMatchObject({ delivered: 1, undelivered: 0 });
});

test("D6.6 a block during concurrent messages is never lost, and no message ends in a server error", async ({
  member,
  services,
}) => {
  for (let round = 0; round < 24; round += 1) {
    const [anna, eva] = [await member({ credits: 100 }), await member({ credits: 100 })];
    // with and without an existing conversation
    if (round % 2 === 0) expect((await write(anna, eva)).status).toBe(200);
    const messages = Array.from({ length: 20 }, (_, index) => (index % 3 ? write(anna, eva) : write(eva, anna)));
    const [blocked, ...sent] = await Promise.all([block(eva, anna), ...messages]);
    expect(blocked.status).toBe(200);
    for (const { status, body } of sent) expect([200, 403, 404], JSON.stringify(body)).toContain(status);
    expect((await write(anna, eva)).body).toMatchObject({ error: { code: "blocked" } });
    const left = await services.db
      .selectFrom("messages")
      .select("id")
      .where("author_id", "in", [anna.id, eva.id])
      .execute();
    expect(left).toEqual([]);
  }
}, 60_000);

test.for(["40P01", "40001"])(
  "quality: after %s a transaction is retried once, and published once",
  async (code, { member, services }) => {
    const { db } = services;
    const [anna, eva] = [await member({ credits: 100 }), await member({ credits: 100 })];
    await write(anna, eva);
    const heard: string[] = [];
    services.events.subscribe(eva.id, (event) => heard.push(event.type));
    // a sequence keeps its count even if the transaction is rolled back
    await sql
      .raw(`create sequence tries;
    create function break_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') in (1, 3) then raise exception 'broken off' using errcode = '${code}'; end if;
      return new; end $$;
    create trigger break_once before insert on likes for each row execute function break_once();
    create trigger break_once before insert on messages for each row execute function break_once()`)
      .execute(db);
    const liked = await anna.client.call(likeMember, { body: { id: eva.id } });
    const sent = await write(anna, eva);
    await sql.raw("drop function break_once cascade; drop sequence tries").execute(db);
    expect([liked.status, sent.status]).toEqual([200, 200]);
    expect(heard).toEqual(["like", "message"]);
  },
);
