import { type KeyboardEvent, type RefObject, useState } from "react";

/** A horizontal strip of slides, scrolled one at a time: the current slide, and a function to turn to another. */
export function useStrip(strip: RefObject<HTMLElement | null>, total: number, first = 0) {
  const [index, setIndex] = useState(first);
  const turnTo = (target: number, behavior: ScrollBehavior = "auto") => {
    const element = strip.current;
    const next = Math.max(0, Math.min(total - 1, target));
    element?.scrollTo({ left: next * element.clientWidth, behavior });
    return next;
  };
  /** The slide that a key leads to; null for other keys. */
  const findSlideForKey = ({ key }: Pick<KeyboardEvent, "key">): number | null => {
    switch (key) {
      case "ArrowLeft":
        return index - 1;
      case "ArrowRight":
        return index + 1;
      case "Home":
        return 0;
      case "End":
        return total - 1;
      default:
        return null;
    }
  };
  const onScroll = () => {
    const element = strip.current;
    if (element) setIndex(Math.round(element.scrollLeft / element.clientWidth));
  };
  return { index, turnTo, wantedBy: findSlideForKey, onScroll };
}
