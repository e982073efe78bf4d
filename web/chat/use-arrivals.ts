import { useEffect, useRef, useState } from "react";
import type { Message } from "#contract/chat.ts";
import { receivedAfter } from "./thread.ts";

/** Milliseconds over which messages that come in together are told together. */
const gatherMs = 800;

/**
 * What arrives while a chat is open, not what was there: `unseen` counts it while one reads further up, and `told` is
 * what came in the last moment, for who listens instead of looking.
 */
export function useArrivals(messages: readonly Message[], atBottom: boolean) {
  const newest = messages.findLast(({ mine }) => !mine)?.id;
  const known = useRef(newest);
  const gathered = useRef<Message[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [unseen, setUnseen] = useState(0);
  const [told, setTold] = useState<readonly Message[]>([]);

  useEffect(() => {
    if (known.current === newest) return;
    const arrived = receivedAfter(messages, known.current);
    known.current = newest;
    if (!atBottom) setUnseen((count) => count + arrived.length);
    gathered.current.push(...arrived);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setTold(gathered.current);
      gathered.current = [];
    }, gatherMs);
  }, [messages, newest, atBottom]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (atBottom) setUnseen(0);
  }, [atBottom]);

  return { newest, unseen, told };
}
