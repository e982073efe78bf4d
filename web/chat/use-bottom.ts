import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Message } from "#contract/chat.ts";
import { useTimer } from "#web/lib/use-timer.ts";
import { receivedAfter } from "./thread.ts";

/** Debounce, in milliseconds: messages that come in together are announced together. */
const gatherMs = 800;

/** Finds messages that were not there before. `unseen` counts them while the member reads further up. */
export function useArrivals(messages: readonly Message[], atBottom: boolean) {
  const last = messages.findLast(({ mine }) => !mine);
  const newest = last?.id;
  const lastHandled = useRef(last);
  const pendingBatch = useRef<Message[]>([]);
  const timer = useTimer();
  const [unseen, setUnseen] = useState(0);
  const [batch, setBatch] = useState<readonly Message[]>([]);

  useEffect(() => {
    if (lastHandled.current?.id === newest) return;
    const arrived = receivedAfter(messages, lastHandled.current);
    lastHandled.current = last;
    if (!atBottom) setUnseen((count) => count + arrived.length);
    pendingBatch.current.push(...arrived);
    timer.start(() => {
      setBatch(pendingBatch.current);
      pendingBatch.current = [];
    }, gatherMs);
  }, [messages, last, newest, atBottom, timer]);
  if (atBottom && unseen > 0) setUnseen(0);

  return { newest, unseen, batch };
}

/** Up to this many pixels from the end count as being at the end. */
const nearPx = 50;
const isAtBottom = (box: HTMLElement) => box.scrollTop >= -nearPx;
/** This long after the last scroll event the list is at rest: `data-scrolling` goes, and with it what sticks. */
const restMs = 1200;

/**
 * Keeps the reader's place in a list that grows at its end: at the end it follows, elsewhere nothing moves. The list is
 * a reversed column with one child, so its scroll position counts from the end (0, negative upwards). Content added
 * before it therefore never moves it, in Safari too; this hook compensates for content added after it.
 */
export function useBottom(lastId: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const [atBottom, setAtBottom] = useState(true);
  const previous = useRef({ lastId, height: 0 });

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const grownBy = box.scrollHeight - previous.current.height;
    const appended = previous.current.lastId !== lastId && previous.current.height > 0;
    if (appended && !isAtBottom(box)) box.scrollTop -= grownBy;
    previous.current = { lastId, height: box.scrollHeight };
    // the reader may have scrolled before the scripts ran
    setAtBottom(isAtBottom(box));
  });

  const restTimer = useTimer();
  const onScroll = () => {
    const box = scroller.current;
    if (box === null) return;
    setAtBottom(isAtBottom(box));
    box.dataset.scrolling = "";
    restTimer.start(() => delete box.dataset.scrolling, restMs);
  };

  const scrollToBottom = useCallback((behavior: ScrollBehavior = "auto") => {
    scroller.current?.scrollTo({ top: 0, behavior });
  }, []);
  return { scroller, atBottom, onScroll, scrollToBottom };
}
