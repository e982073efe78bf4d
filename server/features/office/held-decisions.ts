import { z } from "zod";
import { type QueueName, undoSeconds } from "#contract/office.ts";
import { inTransaction, withSavepoint } from "#server/db/transaction.ts";
import { withEmit } from "#server/emit.ts";
import { Failure } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { takeHeld } from "./held-store.ts";
import { deleteHandovers } from "./queue-store.ts";
import { type AuditEntry, appendLog } from "./staff/audit.ts";

/** What a decision needs: a request has it, and so does the job that carries out a held one. */
export type DecideContext = Pick<
  Mutating<StaffContext>,
  "db" | "services" | "now" | "staff" | "emit" | "invalidateSessions"
>;
/** The entry for the audit log, and what the staff member has to know of the decision. */
export type DecidedCase = AuditEntry & {
  note?: "already_banned" | null;
  /** What the caller tells the colleagues who get the item. */
  handover?: string;
};
/** `decision`: the body of the queue's call, as it was stored. */
type Decider = (ctx: DecideContext, decision: unknown) => Promise<readonly DecidedCase[] | undefined>;

/** How each queue decides, by its name; `handleHeldQueue` adds them. */
export const deciders = new Map<QueueName, Decider>();

/**
 * Carries out a decision that was not taken back in time. One that turns out to be impossible is dropped: its item
 * waits again, if it still exists. It runs a little later than staff see the button, as their request takes its time.
 */
export const decideHeld = defineJob({
  name: "decide-held",
  data: z.object({ id: z.uuid() }),
  waitSeconds: undoSeconds + 2,
  run: async (services, { id }) => {
    const { db, clock, events, log } = services;
    const now = clock.now();
    await withEmit(events, (emit) =>
      inTransaction(db, async (trx) => {
        const held = await takeHeld(trx, id);
        const decide = held && deciders.get(held.queue);
        if (!decide) return;
        const staff = { staffId: held.staff_id, role: held.role, sites: held.sites, openedAt: held.held_at };
        // ends open streams, and makes other processes forget the sessions
        const invalidateSessions = (accountId: string) => emit(accountId, { type: "sessions" });
        const ctx = { services, db: trx, now, staff, emit, invalidateSessions };
        try {
          const decided = await withSavepoint(trx, () => decide(ctx, held.decision));
          if (!decided) return;
          await deleteHandovers(trx, held.queue, held.item);
          for (const { note: _note, ...entry } of decided) await appendLog(trx, staff, now, entry);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          log.warn(
            { queue: held.queue, item: held.item, code: error.code },
            "a held decision is not possible any more",
          );
        }
      }),
    );
  },
});
