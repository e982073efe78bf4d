import { useEffect, useEffectEvent, useState } from "react";

/** An answer, and the key of what it answers; `answer` is null if there was none. */
type Answered<Answer> = { key: string; answer: Answer | null };

/**
 * The last answer, null before the first one; it may be the answer to an older key. `ask` runs for each new key, once
 * the key has not changed for `waitMs`; its answer is ignored if the key has changed again. Null: nothing is asked.
 */
export function useAnswer<Answer>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<Answer>,
  waitMs = 0,
): Answered<Answer> | null {
  const [last, setLast] = useState<Answered<Answer> | null>(null);
  const isOpen = key !== null && key !== last?.key;
  const start = useEffectEvent(ask);
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    const settle = (answer: Answer | null) => stop.signal.aborted || setLast({ key, answer });
    const timer = setTimeout(() => start(stop.signal).then(settle, () => settle(null)), waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, isOpen, waitMs]);
  return last;
}
