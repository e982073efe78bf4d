import { getLikes, likeMember as likeCall } from "#contract/likes.ts";
import { insertHeld } from "#server/features/chat/held-messages-store.ts";
import { lockWallet } from "#server/features/credits/index.ts";
import { insertIntroduction, type Newcomer } from "#server/features/likes/introduction-store.ts";
import { likeMember } from "#server/features/likes/like-member.ts";
import { insertLike } from "#server/features/likes/likes-store.ts";
import { listLikes } from "#server/features/likes/list-likes.ts";
import { insertBlock } from "#server/features/moderation/store.ts";
import { lockPayment } from "#server/features/payments/index.ts";
import { defineLimit, fail } from "#server/http/fail.ts";
import { handle, type MemberContext, type Mutating } from "#server/http/handle.ts";
import { expect, test } from "#server/test.ts";
import {
  hashOf,
  type Lockable,
  type Locked,
  lockAccount,
  lockKey,
  lockOther,
  lockPair,
  proofOf,
  type Trx,
  underLock,
} from "./locks.ts";
import type { Db, DbPool } from "./pool.ts";
import { inTransaction } from "./transaction.ts";

// The compiler tests these: each line that it has to refuse is an error if it accepts it.

/** What a purchase must not do: it settles the payment, and then locks the buyer's account. */
async function completeInWrongOrder(payment: Locked<"payments">, memberId: string) {
  // @ts-expect-error an account is locked before a payment
  await lockAccount(payment, memberId);
  // @ts-expect-error locking a payment locks its buyer's account first
  await lockPayment(payment, "sandbox", memberId);
  return await lockWallet(payment, memberId);
}

/** A function that takes a plain `db` is called with any lock held, so it takes none. */
async function lockByPlainDb(db: Db, memberId: string) {
  // @ts-expect-error it may hold a later lock
  await lockAccount(db, memberId);
  // @ts-expect-error and a transaction that goes on still holds it
  await inTransaction(db, (trx) => lockAccount(trx, memberId));
}

async function goOnInTransaction(payment: Locked<"payments">, memberId: string) {
  await lockByPlainDb(payment, memberId);
  // @ts-expect-error the transaction goes on, and so does its lock
  await inTransaction(payment, (trx) => lockAccount(trx, memberId));
  return await inTransaction(payment, (trx) => lockWallet(trx, memberId));
}

async function likeWithoutLock(db: Trx, wallet: Locked<"wallets">, from: string, to: string) {
  const like = { from, to, siteId: 1, now: new Date(0) };
  // @ts-expect-error the pair is not locked
  await insertLike(db, like);
  // @ts-expect-error a pair is locked before a wallet
  await lockPair(wallet, from, to);
  return await insertLike(await lockPair(db, from, to), like);
}

/** Outside of a transaction the lock would end with its statement. A call that only reads has no transaction. */
async function lockByPool(pool: DbPool, read: MemberContext, change: Mutating<MemberContext>, to: string) {
  const from = read.viewer.memberId;
  // @ts-expect-error the pool is no transaction
  await lockPair(pool, from, to);
  // @ts-expect-error the pool is no transaction
  await lockAccount(pool, from);
  // @ts-expect-error the pool is no transaction
  await lockWallet(pool, from);
  // @ts-expect-error the pool is no transaction
  await lockOther(pool, pool.selectFrom("reports").select("id"));
  // @ts-expect-error the pool is no transaction
  await lockKey(pool, "payer", hashOf("iban"));
  // @ts-expect-error the context of a call may have the pool
  await likeMember(read, from, to);
  await likeMember(change, from, to);
  await inTransaction(pool, (trx) => lockPair(trx, from, to));
}

/** A handler gets the transaction by its call: the first call changes something, the second one only reads. */
const handlers = [
  handle(likeCall, async (ctx, { body }) => ({
    liked: true,
    match: (await likeMember(ctx, ctx.viewer.memberId, body.id)).match,
  })),
  handle(getLikes, async (ctx, { query }) => {
    // @ts-expect-error a call that only reads has no transaction
    await lockPair(ctx.db, ctx.viewer.memberId, ctx.viewer.memberId);
    return await listLikes(ctx, query);
  }),
];

async function insertWithoutPair(db: Trx, newcomer: Newcomer, held: Parameters<typeof insertHeld>[1], id: string) {
  // @ts-expect-error the pair is not locked
  await insertHeld(db, held);
  // @ts-expect-error the pair is not locked
  await insertIntroduction(db, newcomer, id, "2026-01-01");
  // @ts-expect-error the pair is not locked
  await insertBlock(db, { blocker: id, blocked: id, siteId: 1, now: new Date(0) });
}

/** A plain write would go round the lock. */
async function writePlainly(db: Db, pair: Locked<"pair">, wallet: Locked<"wallets">, id: string) {
  const like = { from_id: id, to_id: id, site_id: 1, created_at: new Date(0) };
  // @ts-expect-error the pair is not locked
  await db.insertInto("likes").values(like).execute();
  // @ts-expect-error a transaction that holds the lock says so
  await pair.insertInto("likes").values(like).execute();
  // @ts-expect-error nor does a row change
  await db.updateTable("likes").set({ automatic: true }).execute();
  // @ts-expect-error or go without it
  await pair.deleteFrom("likes").execute();
  // @ts-expect-error by whatever name
  await db.deleteFrom("matches as m").execute();
  // @ts-expect-error it is not the lock of this table
  await underLock(wallet).insertInto("likes").values(like).execute();
  // @ts-expect-error an account is not guarded
  underLock(await lockAccount(db as Trx, id));
  await underLock(pair).insertInto("likes").values(like).execute();
}

/** A limit counts what an owner has under the owner's lock: two requests at once don't get past it. */
async function countUnderOtherLock(db: Trx, pair: Locked<"pair">, id: string) {
  // @ts-expect-error each request about another member has a different lock
  defineLimit({ max: 1, lock: async (trx, to: string) => ({ db: await lockPair(trx, id, to) }), count: () => 1 });
  const room = defineLimit({
    max: 1,
    lock: async (trx, of: string) => ({ db: await lockAccount(trx, of) }),
    count: () => 1,
  });
  // @ts-expect-error the owner comes before the pair
  await room(pair, id);
  // @ts-expect-error only what holds the owner's lock fails with it
  if (id === "") throw fail("limit_reached");
  await room(db, id);
}

/** The lock of the only statement that takes it ends with that. */
async function proveByPool(pool: DbPool, lockable: Lockable<"wallets">) {
  // @ts-expect-error the pool holds no lock
  proofOf<"wallets">(pool);
  return proofOf<"wallets">(lockable);
}

test("quality: locks are taken in their order, and rows of two members are written under their lock, by types", () => {
  const refused = [completeInWrongOrder, lockByPlainDb, goOnInTransaction, likeWithoutLock];
  expect(refused.map((run) => run.length)).toEqual([2, 2, 2, 4]);
});

test("quality: a lock is taken in a transaction only, and what it guards is inserted under it and counted, by types", () => {
  const refused = [lockByPool, insertWithoutPair, writePlainly, countUnderOtherLock, proveByPool];
  expect(refused.map((run) => run.length)).toEqual([4, 4, 4, 3, 2]);
  expect(handlers.map(({ call }) => call.replay)).toEqual(["platform", "none"]);
});
