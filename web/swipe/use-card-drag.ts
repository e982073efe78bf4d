import { useDrag } from "@use-gesture/react";
import { type RefObject, useRef } from "react";
import { type CardDrag, endDrag, moveCard, releaseCard, startDrag } from "./card-motion.ts";
import { type Direction, decidedAt, leavesTo, meaningOf, type Sample, speedOf } from "./gesture-rules.ts";

/** A gesture; its card moves once it is known to be a swipe. */
type Gesture = { moving: CardDrag | null; samples: Sample[] };

/**
 * Moves the top card with the finger (pointer events, `touch-action: pan-y`). A vertical movement still scrolls the
 * page, and a tap still opens the link. React renders nothing during a drag.
 */
export function useCardDrag(
  card: RefObject<HTMLElement | null>,
  enabled: boolean,
  onSwipe: (to: Direction) => boolean,
) {
  const gesture = useRef<Gesture | null>(null);
  useDrag(
    ({ first, last, canceled, movement: [mx, my], event, cancel }) => {
      const element = card.current;
      if (element === null) return;
      if (first) gesture.current = { moving: null, samples: [] };
      const now = gesture.current;
      if (now === null) return;
      if (now.moving === null && !canceled) {
        const meaning = meaningOf(mx, my);
        if (meaning === "scroll") {
          gesture.current = null;
          cancel();
          return;
        }
        if (meaning === "swipe") now.moving = startDrag(element);
      }
      if (now.moving !== null) {
        const { from, width } = now.moving;
        const x = from + mx;
        if (!last) {
          // React's listeners at the document have nothing to do with a move
          event.stopPropagation();
          now.samples.push({ x, at: event.timeStamp });
          moveCard(now.moving, x, my);
          return;
        }
        releaseCard(now.moving);
        const to = canceled ? null : leavesTo(x, width, speedOf(now.samples, event.timeStamp));
        // the screen refuses the swipe if no likes are left
        if (to === null || !onSwipe(to)) endDrag(element);
      }
      if (last) gesture.current = null;
    },
    {
      // not through React, which looks for listeners in the whole page at each move
      target: card,
      eventOptions: { passive: true },
      enabled,
      filterTaps: true,
      tapsThreshold: decidedAt,
      pointer: { keys: false },
    },
  );
}
