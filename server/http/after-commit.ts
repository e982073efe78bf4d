import type { FastifyBaseLogger } from "fastify";
import type { Events } from "#server/ports/events/port.ts";
import type { Context, SessionProof } from "./handle.ts";
import type { Lookups } from "./lookups.ts";

/** The change of the caller's session that a handler requested: an account to log in, or a logout. */
export type SessionChange = { open: ({ accountId: string } & Partial<SessionProof>) | null; close: boolean };

export type AfterCommit = ReturnType<typeof collectAfterCommit>;
type Deferring = Pick<Context, "emit" | "afterCommit" | "openSession" | "closeSession" | "invalidateSessions">;

export function collectAfterCommit(events: Events, lookups: Lookups) {
  const callbacks: (() => void | Promise<void>)[] = [];
  const session: SessionChange = { open: null, close: false };
  const contextFunctions: Deferring = {
    emit: (memberId, event) => callbacks.push(() => events.publish(memberId, event)),
    afterCommit: (run) => callbacks.push(run),
    openSession: (accountId, proof) => {
      session.open = { accountId, ...proof };
    },
    closeSession: () => {
      session.close = true;
    },
    invalidateSessions: (accountId) => callbacks.push(() => lookups.invalidateSessions(accountId)),
  };
  return {
    contextFunctions,
    session,
    /** Discards the deferred work of an earlier try. Whatever begins a try calls it. */
    reset(): void {
      callbacks.length = 0;
      session.open = null;
      session.close = false;
    },
    /** Runs them in the order of deferring. A failure is only logged: an error would make the caller repeat it. */
    async run(log: Pick<FastifyBaseLogger, "error">): Promise<void> {
      for (const callback of callbacks) {
        try {
          await callback();
        } catch (error) {
          log.error({ err: error }, "work after a commit failed: its change is stored");
        }
      }
    },
  };
}
