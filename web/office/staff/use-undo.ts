import { useState } from "react";
import { undoSeconds } from "#contract/office.ts";
import { useTimeout } from "#web/lib/use-timer.ts";

/** `label`: what was done, in words; `takeBack`: the call that undoes it, after which `onUndone` runs. */
type Done<I> = { item: I; label: string; takeBack(): Promise<unknown>; onUndone(): void };

/** `sent`: its call; `until`: when it can't be taken back any more, in ms since 1970; Infinity: it is being sent. */
type Held<I> = Done<I> & { sent: Promise<unknown>; until: number };

/**
 * The decisions, and other acts, that can still be taken back, the latest last: also one that is being sent, so that a
 * quick press never takes back the one before it.
 */
export function useUndo<I>() {
  const [held, setHeld] = useState<readonly Held<I>[]>([]);
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
    /** An act could be taken back, and can't be any more. */
    isLate,
    add(done: Done<I>, sent: Promise<unknown>): void {
      const entry = { ...done, sent, until: Number.POSITIVE_INFINITY };
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
      await last.takeBack();
      last.onUndone();
    },
  };
}
