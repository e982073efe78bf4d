import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Pixels from the end that still count as being there. */
const near = 50;

/**
 * Keeps a list that grows at its end where its reader is: at the end it follows, elsewhere nothing moves. The list is a
 * column in reverse with one child, whose scroll position counts from the end (0, negative upwards): so what is put
 * before it never moves it, in Safari too; what comes after it is made up for here.
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
    const look = () => setAtBottom(box.scrollTop >= -near);
    look();
    box.addEventListener("scroll", look, { passive: true });
    return () => box.removeEventListener("scroll", look);
  }, []);

  const toBottom = useCallback((behavior: ScrollBehavior = "auto") => {
    scroller.current?.scrollTo({ top: 0, behavior });
  }, []);
  return { scroller, atBottom, toBottom };
}
