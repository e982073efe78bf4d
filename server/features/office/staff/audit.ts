import { createHash } from "node:crypto";
import type { z } from "zod";
import type { AuditAction } from "#contract/audit-log.ts";
import type { Call } from "#contract/call.ts";
import type { StaffRole } from "#contract/constants.ts";
import { hourMs } from "#contract/durations.ts";
import type { Trx, Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { type Handler, handle, type Mutating, type ProgramContext, type StaffContext } from "#server/http/handle.ts";
import { insertEntry, isFirstRead } from "./audit-store.ts";

/** What was done, for the audit log. It holds ids and codes, and nothing that a member wrote. */
export type AuditEntry = {
  action: AuditAction;
  memberId?: string | null | undefined;
  /** The kind and the id of the thing, such as `photo:…`. */
  subject?: string;
  /** A ground of the rules, or the staff member's own words. */
  reason?: string | null | undefined;
  detail?: Record<string, string | number | boolean | null>;
};

type StaffActor = { staffId: string; role: StaffRole };

/** Who did it: staff, a program by its API key, or null: a command on the machine itself. */
export type Actor = StaffActor | { keyId: string } | null;

export type Logged<A> = { answer: A; log: AuditEntry | readonly AuditEntry[] };

/** Appends to the audit log. Call it last in a transaction, because other transactions wait to append until it ends. */
export async function appendLog(db: Db, actor: Actor, at: Date, entry: AuditEntry): Promise<void> {
  const staff = actor && "staffId" in actor ? actor : null;
  await insertEntry(db, {
    at,
    staff_id: staff?.staffId ?? null,
    role: staff?.role ?? null,
    key_id: actor && "keyId" in actor ? actor.keyId : null,
    action: entry.action,
    member_id: entry.memberId ?? null,
    subject: entry.subject ?? null,
    reason: entry.reason ?? null,
    detail: JSON.stringify(entry.detail ?? {}),
  });
}

/** The action and its entries of the audit log are one transaction: both are stored, or neither is. */
export async function runLogged<A>(
  { db, actor, now }: { db: Unlocked; actor: Actor; now: Date },
  run: (db: Trx) => Promise<Logged<A>>,
): Promise<A> {
  return await inTransaction(db, async (trx) => {
    const { answer, log } = await run(trx);
    for (const entry of [log].flat()) await appendLog(trx, actor, now, entry);
    return answer;
  });
}

/** The handler of a call by which staff change or open something. Every such call uses this. */
export function handleLogged<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  call: Call<Q, B, A, "staff">,
  run: (
    ctx: Mutating<StaffContext>,
    input: { query: z.output<Q>; body: z.output<B> },
  ) => Promise<Logged<NoInfer<z.input<A>>>>,
): Handler {
  const handler = handle(call, (ctx, input) =>
    runLogged({ db: ctx.db, actor: ctx.staff, now: ctx.now }, (db) => run({ ...ctx, db }, input)),
  );
  return { ...handler, logged: true };
}

/** The handler of a call by which a program changes something. Every such call uses this. */
export function handleByProgram<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  call: Call<Q, B, A, "program">,
  run: (
    ctx: Mutating<ProgramContext>,
    input: { query: z.output<Q>; body: z.output<B> },
  ) => Promise<Logged<NoInfer<z.input<A>>>>,
): Handler {
  const handler = handle(call, (ctx, input) =>
    runLogged({ db: ctx.db, actor: ctx.program, now: ctx.now }, (db) => run({ ...ctx, db }, input)),
  );
  return { ...handler, logged: true };
}

/** Appends an entry in the transaction of what it is about, as its last step. */
export type Log = (db: Db, entry: AuditEntry) => Promise<void>;

/** The handler of a call that asks a service before its transaction begins: it appends its entry there by `log`. */
export function handleWithOwnLog<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  call: Call<Q, B, A, "staff">,
  run: (ctx: StaffContext, input: { query: z.output<Q>; body: z.output<B> }, log: Log) => Promise<NoInfer<z.input<A>>>,
): Handler {
  const handler = handle(call, (ctx, input) =>
    run(ctx, input, (db, entry) => appendLog(db, ctx.staff, ctx.now, entry)),
  );
  return { ...handler, logged: true };
}

/** The handler of a call whose answer is the page after the change, as `show` has it; `change` returns the entries. */
export function handleAndShow<B extends z.ZodType, A extends z.ZodType>(
  call: Call<z.ZodType, B, A, "staff">,
  change: (ctx: Mutating<StaffContext>, body: z.output<B>) => Promise<Logged<unknown>["log"]>,
  show: (ctx: StaffContext, body: z.output<B>) => Promise<NoInfer<z.input<A>>>,
): Handler {
  return handleLogged(call, async (ctx, { body }) => {
    const log = await change(ctx, body);
    return { answer: await show(ctx, body), log };
  });
}

/** The handler of a call whose answer only says that it is done; `change` returns the entries. */
export const handleDone = <B extends z.ZodType>(
  call: Call<z.ZodType, B, z.ZodType<unknown, { ok: boolean }>, "staff">,
  change: (ctx: Mutating<StaffContext>, body: z.output<B>) => Promise<Logged<unknown>["log"]>,
): Handler => handleAndShow(call, change, async () => ({ ok: true }));

const thingOf = ({ action, memberId, subject }: AuditEntry) =>
  createHash("sha256")
    .update([action, memberId ?? "", subject ?? ""].join(" "))
    .digest();

/** Each thing once an hour, so that the log stays small (D11.4). Call it last in a transaction. */
export async function logReads(db: Db, staff: StaffActor, now: Date, entries: readonly AuditEntry[]) {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const firsts: AuditEntry[] = [];
  for (const entry of entries) {
    const read = { staff_id: staff.staffId, thing: thingOf(entry), hour };
    if (await isFirstRead(db, read)) firsts.push(entry);
  }
  for (const entry of firsts) await appendLog(db, staff, now, entry);
}

/** The handler of a call by which staff read about members. Every such call uses this. */
export function handleRead<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  call: Call<Q, B, A, "staff">,
  run: (ctx: StaffContext, input: { query: z.output<Q>; body: z.output<B> }) => Promise<Logged<NoInfer<z.input<A>>>>,
): Handler {
  const handler = handle(call, async (ctx, input) => {
    const { answer, log } = await run(ctx, input);
    await inTransaction(ctx.db, (db) => logReads(db, ctx.staff, ctx.now, [log].flat()));
    return answer;
  });
  return { ...handler, logged: true };
}
