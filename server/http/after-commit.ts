import type { Events } from "#server/ports/events/port.ts";
import type { Context } from "./handle.ts";
import type { Lookups } from "./lookups.ts";

/** What a handler asked for its caller's session: the account to log in, and whether to log out. */
export type SessionChange = { openFor: string | null; close: boolean };

/** What a handler asks to happen once its transaction is committed. */
export type AfterCommit = {
  /** The functions of the handler's context that ask for it. */
  ask: Pick<Context, "emit" | "afterCommit" | "openSession" | "closeSession" | "invalidateSessions">;
  session: SessionChange;
  /** Discards everything that was asked for, because the transaction runs again. */
  reset(): void;
  /** Sends the events and runs the callbacks, in the order in which they were asked for. */
  run(): Promise<void>;
};

/** Collects what one request's handler asks for. */
export function collectAfterCommit(events: Events, lookups: Lookups): AfterCommit {
  const callbacks: (() => void | Promise<void>)[] = [];
  const session: SessionChange = { openFor: null, close: false };
  return {
    ask: {
      emit: (memberId, event) => callbacks.push(() => events.publish(memberId, event)),
      afterCommit: (run) => callbacks.push(run),
      openSession: (accountId) => {
        session.openFor = accountId;
      },
      closeSession: () => {
        session.close = true;
      },
      invalidateSessions: (accountId) => callbacks.push(() => lookups.invalidateSessions(accountId)),
    },
    session,
    reset() {
      callbacks.length = 0;
      session.openFor = null;
      session.close = false;
    },
    async run() {
      for (const callback of callbacks) await callback();
    },
  };
}
