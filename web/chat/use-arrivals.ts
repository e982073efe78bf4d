import { useEffect, useRef, useState } from "react";
import type { Message } from "#contract/chat.ts";
import { receivedAfter } from "./thread.ts";

/** Debounce, in milliseconds: messages that come in together are announced together. */
const gatherMs = 800;

/**
 * Messages that arrive while a chat is open, without those already there. `unseen` counts them while the member reads
 * further up; `batch` is the latest batch, for a screen reader to announce.
 */
export function useArrivals(messages: readonly Message[], atBottom: boolean) {
  const newest = messages.findLast(({ mine }) => !mine)?.id;
  const lastHandled = useRef(newest);
  const pendingBatch = useRef<Message[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [unseen, setUnseen] = useState(0);
  const [batch, setBatch] = useState<readonly Message[]>([]);

  useEffect(() => {
    if (lastHandled.current === newest) return;
    const arrived = receivedAfter(messages, lastHandled.current);
    lastHandled.current = newest;
    if (!atBottom) setUnseen((count) => count + arrived.length);
    pendingBatch.current.push(...arrived);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setBatch(pendingBatch.current);
      pendingBatch.current = [];
    }, gatherMs);
  }, [messages, newest, atBottom]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (atBottom) setUnseen(0);
  }, [atBottom]);

  return { newest, unseen, batch };
}
