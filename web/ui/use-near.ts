import { type RefObject, useEffect, useEffectEvent } from "react";

type Options = {
  /** How far outside of the window, or of `root`, an element is near. */
  margin: string;
  root?: RefObject<HTMLElement | null>;
  /** If it changes, an element that is still near is reported again; null: nothing is reported. */
  key?: unknown;
};

/** Runs `onNear` when the reader has scrolled to shortly before the element. */
export function useNear(element: RefObject<Element | null>, onNear: () => void, { margin, root, key }: Options) {
  const report = useEffectEvent(onNear);
  useEffect(() => {
    if (element.current === null || key === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && report(), {
      root: root?.current ?? null,
      rootMargin: margin,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, root, margin, key]);
}
