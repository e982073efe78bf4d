import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { StaffRole } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { type Handler, handle, type StaffContext } from "#server/http/handle.ts";
import { findEntries, findLastCheck, insertEntry } from "./audit-store.ts";

/** What was done, for the audit log (D11.4). It holds ids and codes, and nothing that a member wrote. */
export type AuditEntry = {
  /** Such as `photo_rejected`. */
  action: string;
  /** Whose data it was. */
  memberId?: string | null | undefined;
  /** The kind and the id of the thing, such as `photo:…`. */
  subject?: string;
  /** A ground of the rules, or the staff member's own words. */
  reason?: string | null | undefined;
  detail?: Record<string, string | number | boolean | null>;
};

/** Who did it; null: a command on the machine itself. */
export type Actor = { staffId: string; role: StaffRole } | null;

/** An answer together with its entries for the audit log. */
export type Logged<A> = { answer: A; log: AuditEntry | readonly AuditEntry[] };

/** Appends to the audit log. Call it last in a transaction, because other transactions wait to append until it ends. */
export async function appendLog(db: Db, actor: Actor, at: Date, entry: AuditEntry): Promise<void> {
  await insertEntry(db, {
    at,
    staff_id: actor?.staffId ?? null,
    role: actor?.role ?? null,
    action: entry.action,
    member_id: entry.memberId ?? null,
    subject: entry.subject ?? null,
    reason: entry.reason ?? null,
    detail: JSON.stringify(entry.detail ?? {}),
  });
}

/**
 * Runs an action of staff, and writes the audit log in the same transaction (D11.4): both are stored, or neither is.
 * `run` has to return the entries with its answer.
 */
export async function runLogged<A>(
  { db, actor, now }: { db: Db; actor: Actor; now: Date },
  run: (db: Db) => Promise<Logged<A>>,
): Promise<A> {
  return await inTransaction(db, async (trx) => {
    const { answer, log } = await run(trx);
    for (const entry of [log].flat()) await appendLog(trx, actor, now, entry);
    return answer;
  });
}

/** The handler of a call by which staff change or open something. Every such call uses this (D11.4). */
export function handleLogged<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  call: Call<Q, B, A, "staff">,
  run: (ctx: StaffContext, input: { query: z.output<Q>; body: z.output<B> }) => Promise<Logged<NoInfer<z.input<A>>>>,
): Handler {
  const handler = handle(call, (ctx, input) =>
    runLogged({ db: ctx.db, actor: ctx.staff, now: ctx.now }, (db) => run({ ...ctx, db }, input)),
  );
  return { ...handler, logged: true };
}

/** How many entries of the log are shown at once. */
const entriesShown = 100;

/** The entries before `before`, newest first, and the result of the last verification. */
export async function findAuditLog(db: Db, before: number | null) {
  const [rows, check] = await Promise.all([findEntries(db, { before, limit: entriesShown }), findLastCheck(db)]);
  return {
    entries: rows.map(({ id, at, role, ...row }) => ({
      ...row,
      id: Number(id),
      at: at.toISOString(),
      role: role as StaffRole | null,
    })),
    check: check
      ? { at: check.checked_at.toISOString(), broken: check.broken_id === null ? null : Number(check.broken_id) }
      : null,
  };
}
