import { useState } from "react";
import { type QueueName, undoDecision, undoSeconds } from "#contract/office.ts";
import { call } from "#web/lib/call.ts";
import { useTimeout } from "#web/lib/use-timer.ts";

/** `label`: what was decided, in words. */
type Decided<I, D> = { item: I; draft: D; label: string };

/** The decisions that the server still holds, the latest last; each can be taken back for some seconds. */
export function useUndo<I extends { id: string }, D>(queue: QueueName, onUndone: (decided: Decided<I, D>) => void) {
  const [held, setHeld] = useState<readonly (Decided<I, D> & { until: number })[]>([]);
  const [first] = held;
  const last = held.at(-1);
  const deleteOld = () => setHeld((list) => list.filter(({ until }) => until > Date.now()));
  useTimeout(deleteOld, first ? Math.max(0, first.until - Date.now()) : null, first?.until);
  return {
    last,
    add(decided: Decided<I, D>): void {
      setHeld((list) => [...list, { ...decided, until: Date.now() + undoSeconds * 1000 }]);
    },
    async undo(): Promise<void> {
      if (!last) return;
      setHeld((list) => list.filter((each) => each !== last));
      await call(undoDecision, { body: { queue, id: last.item.id } });
      onUndone(last);
    },
  };
}
