import { z } from "zod";
import { type QueueName, undoSeconds } from "#contract/office.ts";
import type { EndedByBan } from "#contract/staff-members.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction, withSavepoint } from "#server/db/transaction.ts";
import { withEmit } from "#server/emit.ts";
import { Failure } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteDropped, takeHeld } from "./held-store.ts";
import { deleteHandovers, insertHandover } from "./queue-store.ts";
import { type AuditEntry, appendLog } from "./staff/audit.ts";

/** What a decision needs: a request has it, and so does the job that carries out a held one. */
export type DecideContext = Pick<
  Mutating<StaffContext>,
  "db" | "services" | "now" | "staff" | "emit" | "afterCommit" | "invalidateSessions"
>;
/** The entry for the audit log, and what the staff member has to know of the decision. */
export type DecidedCase = AuditEntry & {
  note?: "already_banned" | null;
  /** What a ban ended besides. */
  ended?: EndedByBan;
  /** What the caller tells the colleagues who get the item. */
  handover?: string;
};
/** `decision`: the body of the queue's call, as it was stored. */
type Decider = (ctx: DecideContext, decision: unknown) => Promise<readonly DecidedCase[] | undefined>;

/** How each queue decides, by its name; `handleQueue` adds them. */
export const deciders = new Map<QueueName, Decider>();

type Item = { queue: QueueName; item: string; staffId: string; now: Date };

/**
 * Forgets who asked for an opinion on a decided item, and what was dropped, or stores the note of one handed over.
 * Returns the log.
 */
export async function settleItem(db: Db, item: Item, decided: readonly DecidedCase[]): Promise<readonly AuditEntry[]> {
  await deleteHandovers(db, item.queue, item.item);
  await deleteDropped(db, item.queue, item.item);
  for (const { handover: note } of decided) if (note) await insertHandover(db, { ...item, note });
  return decided.map(({ note: _note, ended: _ended, handover: _handover, ...entry }) => entry);
}

/**
 * Carries out a decision that was not taken back in time. One that turns out to be impossible is dropped: its item
 * waits again, if it still exists, with what was written. It runs a little later than staff see the button, as their
 * request takes its time.
 */
export const decideHeld = defineJob({
  name: "decide-held",
  data: z.object({ id: z.uuid() }),
  waitSeconds: undoSeconds + 2,
  run: async (services, { id }) => {
    const { db, clock, events, log } = services;
    const now = clock.now();
    const afterwards: Parameters<DecideContext["afterCommit"]>[0][] = [];
    await withEmit(events, (emit) =>
      inTransaction(db, async (trx) => {
        afterwards.length = 0;
        const held = await takeHeld(trx, id);
        const decide = held && deciders.get(held.queue);
        if (!decide) return;
        const { staff_id: staffId, role, sites } = held;
        const staff = { staffId, role, sites, everywhere: sites === null, openedAt: held.held_at };
        // ends open streams, and makes other processes forget the sessions
        const invalidateSessions = (accountId: string) => emit(accountId, { type: "sessions" });
        const afterCommit: DecideContext["afterCommit"] = (run) => afterwards.push(run);
        const ctx = { services, db: trx, now, staff, emit, afterCommit, invalidateSessions };
        try {
          const decided = await withSavepoint(trx, () => decide(ctx, held.decision));
          if (!decided) return await deleteDropped(trx, held.queue, held.item);
          const item = { queue: held.queue, item: held.item, staffId: staff.staffId, now };
          for (const entry of await settleItem(trx, item, decided)) await appendLog(trx, staff, now, entry);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          log.warn(
            { queue: held.queue, item: held.item, code: error.code },
            "a held decision is not possible any more",
          );
        }
      }),
    );
    for (const run of afterwards) await run();
  },
});
