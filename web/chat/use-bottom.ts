import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Up to this many pixels from the end count as being at the end. */
const near = 50;

/**
 * Keeps the reader's place in a list that grows at its end: at the end it follows, elsewhere nothing moves. The list is
 * a reversed column with one child, so its scroll position counts from the end (0, negative upwards). Content added
 * before it therefore never moves it, in Safari too; this hook compensates for content added after it.
 */
export function useBottom(lastId: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const [atBottom, setAtBottom] = useState(true);
  const before = useRef({ lastId, height: 0 });

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const grown = box.scrollHeight - before.current.height;
    const appended = before.current.lastId !== lastId && before.current.height > 0;
    if (appended && box.scrollTop < -near) box.scrollTop -= grown;
    before.current = { lastId, height: box.scrollHeight };
  });

  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const updateAtBottom = () => setAtBottom(box.scrollTop >= -near);
    updateAtBottom();
    box.addEventListener("scroll", updateAtBottom, { passive: true });
    return () => box.removeEventListener("scroll", updateAtBottom);
  }, []);

  const toBottom = useCallback((behavior: ScrollBehavior = "auto") => {
    scroller.current?.scrollTo({ top: 0, behavior });
  }, []);
  return { scroller, atBottom, toBottom };
}
