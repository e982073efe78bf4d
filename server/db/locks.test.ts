import { lockWallet } from "#server/features/credits/index.ts";
import { insertLike } from "#server/features/likes/likes-store.ts";
import { lockPayment } from "#server/features/payments/index.ts";
import { expect, test } from "#server/test.ts";
import { type Locked, lockAccount, lockPair, type Trx } from "./locks.ts";
import type { Db } from "./pool.ts";
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

test("quality: locks are taken in their order, and rows of two members are written under their lock, by types", () => {
  const refused = [completeInWrongOrder, lockByPlainDb, goOnInTransaction, likeWithoutLock];
  expect(refused.map((run) => run.length)).toEqual([2, 2, 2, 4]);
});
