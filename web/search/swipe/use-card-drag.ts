import { useDrag } from "@use-gesture/react";
import { type RefObject, useRef } from "react";
import { type CardDrag, endDrag, moveCard, releaseCard, startDrag } from "./card-motion.ts";
import {
  classifyMovement,
  type Direction,
  findLeaveDirection,
  measureSpeed,
  type Sample,
  undecidedPx,
} from "./gesture-rules.ts";

/** A gesture; its card moves once it is known to be a swipe. */
type Gesture = { moving: CardDrag | null; samples: Sample[] };

/** A vertical movement still scrolls the page, and a tap opens the link. React renders nothing during a drag. */
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
      const activeGesture = gesture.current;
      if (activeGesture === null) return;
      if (activeGesture.moving === null && !canceled) {
        const meaning = classifyMovement(mx, my);
        if (meaning === "scroll") {
          gesture.current = null;
          cancel();
          return;
        }
        if (meaning === "swipe") activeGesture.moving = startDrag(element);
      }
      if (activeGesture.moving !== null) {
        const { startOffset, width } = activeGesture.moving;
        const x = startOffset + mx;
        if (!last) {
          // React's listeners at the document have nothing to do with a move
          event.stopPropagation();
          activeGesture.samples.push({ x, at: event.timeStamp });
          moveCard(activeGesture.moving, x, my);
          return;
        }
        releaseCard(activeGesture.moving);
        const to = canceled ? null : findLeaveDirection(x, width, measureSpeed(activeGesture.samples, event.timeStamp));
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
      tapsThreshold: undecidedPx,
      pointer: { keys: false },
    },
  );
}
