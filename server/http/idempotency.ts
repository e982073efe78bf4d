import { createHmac } from "node:crypto";
import { sql } from "kysely";
import pLimit from "p-limit";
import { addressOf, type Call } from "#contract/call.ts";
import { keyFor } from "#server/config/config.ts";
import type { Retention } from "#server/db/delete-by-age.ts";
import type { Trx } from "#server/db/locks.ts";
import { type Db, type DbPool, prepared } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { AfterCommit } from "./after-commit.ts";
import { fail } from "./fail.ts";

/** What is stored of the first answer to a key. */
export type FirstAnswer = { answer: unknown; sessionFor: string | null };

/** The answer to repeat, and the account that it logs in again, with its access epoch. */
type RepeatedAnswer = { answer: unknown; open: { accountId: string; epoch: number } | null };

/** A stored answer opens its session again for this many milliseconds: browsers retry within a minute. */
const sessionReplayMs = 600_000;

export type KeyedRequest = {
  /** The member's id, or `visitor`: then only the key protects the answer. */
  scope: string;
  key: string;
  call: Call;
  body: unknown;
  secret: string;
  now: Date;
};

/** Ignores the order of fields. It is keyed: a body may hold a password, which no reader of the table may test. */
export function hashBody(body: unknown, secret: string): Buffer {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([k, v]) => [k, sorted(v)]),
    );
  };
  return createHmac("sha256", keyFor(secret, "idempotency"))
    .update(JSON.stringify(sorted(body)) ?? "")
    .digest();
}

/** A second request with the key waits for the first's answer; null: it's first. Throws `idempotency_key_reused`. */
export async function claimKey(db: Db, request: KeyedRequest): Promise<RepeatedAnswer | null> {
  const name = `${request.call.method} ${addressOf(request.call)}`;
  const hash = hashBody(request.body, request.secret);
  const claimed = await sql`${prepared}
    insert into idempotency_keys (scope, key, call, body_hash, created_at)
    values (${request.scope}, ${request.key}, ${name}, ${hash}, ${request.now})
    on conflict do nothing`.execute(db);
  if (claimed.numAffectedRows === 1n) return null;
  const first = await db
    .selectFrom("idempotency_keys")
    // in one statement: ending the sessions of the account changes both
    .leftJoin("accounts", "accounts.id", "idempotency_keys.session_for")
    .select(["call", "body_hash", "answer", "session_for", "idempotency_keys.created_at", "access_epoch"])
    .where("scope", "=", request.scope)
    .where("key", "=", request.key)
    .executeTakeFirstOrThrow();
  if (first.call !== name || !first.body_hash.equals(hash)) throw fail("idempotency_key_reused");
  const isRetry = request.now.getTime() - first.created_at.getTime() < sessionReplayMs;
  const { session_for: accountId, access_epoch: epoch } = first;
  return { answer: first.answer, open: isRetry && accountId && epoch !== null ? { accountId, epoch } : null };
}

/** Counts the times that the sessions of an account were ended; undefined if there is no such account. */
export async function findAccessEpoch(db: Db, accountId: string): Promise<number | undefined> {
  const row = await db.selectFrom("accounts").select("access_epoch").where("id", "=", accountId).executeTakeFirst();
  return row?.access_epoch;
}

/** Removes an account from stored answers, so that none of them opens a session again after one has ended. */
export async function forgetStoredSessions(db: Db, accountId: string): Promise<void> {
  await db.updateTable("idempotency_keys").set({ session_for: null }).where("session_for", "=", accountId).execute();
}

export async function saveAnswer(db: Db, request: KeyedRequest, first: FirstAnswer): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ answer: JSON.stringify(first.answer), session_for: first.sessionFor })
    .where("scope", "=", request.scope)
    .where("key", "=", request.key)
    .modifyEnd(prepared)
    .execute();
}

/** Deletes what must be gone at once. A repeated call runs again: pass only calls for which that is harmless. */
export async function deleteAnswers(db: Db, memberId: string, calls: readonly Call[]): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("scope", "=", memberId)
    .where(
      "call",
      "in",
      calls.map((call) => `${call.method} ${addressOf(call)}`),
    )
    .execute();
}

/** Browsers retry for a minute at most. */
export const keysRetention: Retention = { table: "idempotency_keys", column: "created_at", keepDays: 1 };

/**
 * Calls that hash a password hold a transaction open while they wait for their turn (`passwords.ts`). Only a few run at
 * a time: otherwise a hundred simultaneous signups would use up all connections, and block every other page.
 */
const withHashingSlot = pLimit(2);

/** The same key returns the first answer and runs nothing. Retries once after a conflict. Stores no empty key. */
export async function runOnce(
  db: DbPool,
  request: KeyedRequest,
  deferred: AfterCommit,
  run: (trx: Trx) => Promise<unknown>,
): Promise<unknown> {
  const transaction = () =>
    inTransaction(db, async (trx) => {
      const first = request.key === "" ? null : await claimKey(trx, request);
      if (first) {
        deferred.reset();
        deferred.session.open = first.open;
        return first.answer;
      }
      const answer = await run(trx);
      const { open } = deferred.session;
      if (open) open.epoch ??= await findAccessEpoch(trx, open.accountId);
      if (request.key !== "") await saveAnswer(trx, request, { answer, sessionFor: open?.accountId ?? null });
      return answer;
    });
  return await (request.call.hashes ? withHashingSlot(transaction) : transaction());
}
