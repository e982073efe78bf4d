import { useState } from "react";
import { type QueueName, undoDecision, undoSeconds } from "#contract/office.ts";
import { call } from "#web/lib/call.ts";
import { useTimeout } from "#web/lib/use-timer.ts";

/** `label`: what was decided, in words. */
type Decided<I, D> = { item: I; draft: D; label: string };

/** `sent`: its call; `until`: when it can't be taken back any more, in ms since 1970; Infinity: it is being sent. */
type Held<I, D> = Decided<I, D> & { sent: Promise<unknown>; until: number };

/**
 * The decisions that can still be taken back, the latest last: also one that is being sent, so that a quick press never
 * takes back the one before it.
 */
export function useUndo<I extends { id: string }, D>(queue: QueueName, onUndone: (decided: Decided<I, D>) => void) {
  const [held, setHeld] = useState<readonly Held<I, D>[]>([]);
  const [isLate, setLate] = useState(false);
  const last = held.at(-1);
  const next = Math.min(...held.map(({ until }) => until));
  const deleteOld = () => {
    setLate(true);
    setHeld((list) => list.filter(({ until }) => until > Date.now()));
  };
  useTimeout(deleteOld, Number.isFinite(next) ? Math.max(0, next - Date.now()) : null, next);
  return {
    last,
    /** A decision could be taken back, and can't be any more. */
    isLate,
    add(decided: Decided<I, D>, sent: Promise<unknown>): void {
      const entry = { ...decided, sent, until: Number.POSITIVE_INFINITY };
      setHeld((list) => [...list, entry]);
      sent.then(
        () => {
          const until = Date.now() + undoSeconds * 1000;
          setHeld((list) => list.map((each) => (each.sent === sent ? { ...each, until } : each)));
        },
        // its item comes back by itself, with the failure
        () => setHeld((list) => list.filter((each) => each.sent !== sent)),
      );
    },
    async undo(): Promise<void> {
      if (!last) return;
      setHeld((list) => list.filter(({ sent }) => sent !== last.sent));
      await last.sent;
      await call(undoDecision, { body: { queue, id: last.item.id } });
      onUndone(last);
    },
  };
}
