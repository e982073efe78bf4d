import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { addressOf, type Call } from "#contract/call.ts";
import { keyFor } from "#server/config.ts";
import type { Db } from "#server/db/pool.ts";
import { fail } from "./fail.ts";

/** What is kept of the first answer to a key. */
export type FirstAnswer = { answer: unknown; sessionFor: string | null };

export type KeyedRequest = {
  /** The member, or `visitor` for a caller who is not logged in: the key itself is the secret then. */
  scope: string;
  key: string;
  call: Call;
  body: unknown;
  /** The installation's. */
  secret: string;
  now: Date;
};

/**
 * The same body gives the same hash, whatever the order of its fields was when it was sent. It takes the secret to make
 * one: a body may hold a password, and nobody who reads the table is to try guesses at it.
 */
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

/**
 * Claims the key in the call's own transaction. A second request with it waits for the first and gets that one's answer;
 * null means: this is the first. Throws `idempotency_key_reused` where the key came with another call or body.
 */
export async function claimKey(db: Db, request: KeyedRequest): Promise<FirstAnswer | null> {
  const name = `${request.call.method} ${addressOf(request.call)}`;
  const hash = hashBody(request.body, request.secret);
  const claimed = await sql`
    insert into idempotency_keys (scope, key, call, body_hash, created_at)
    values (${request.scope}, ${request.key}, ${name}, ${hash}, ${request.now})
    on conflict do nothing`.execute(db);
  if (claimed.numAffectedRows === 1n) return null;
  const first = await db
    .selectFrom("idempotency_keys")
    .select(["call", "body_hash", "answer", "session_for"])
    .where("scope", "=", request.scope)
    .where("key", "=", request.key)
    .executeTakeFirstOrThrow();
  if (first.call !== name || !first.body_hash.equals(hash)) throw fail("idempotency_key_reused");
  return { answer: first.answer, sessionFor: first.session_for };
}

/** Keeps the answer in the same transaction. */
export async function saveAnswer(db: Db, request: KeyedRequest, first: FirstAnswer): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ answer: JSON.stringify(first.answer), session_for: first.sessionFor })
    .where("scope", "=", request.scope)
    .where("key", "=", request.key)
    .execute();
}

/** Forgets keys older than a day; the browser's retries end after a minute. */
export async function deleteOldKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", new Date(now.getTime() - 86_400_000))
    .execute();
}
