import { useDrag } from "@use-gesture/react";
import { type RefObject, useRef } from "react";
import { type DragTargets, endDrag, moveCard, startDrag } from "./card-motion.ts";
import { type Direction, decidedAt, leavesTo, meaningOf, type Sample, speedOf } from "./gesture-rules.ts";

type Drag = { targets: DragTargets | null; samples: Sample[] };

/**
 * Moves the top card with the finger (pointer events, `touch-action: pan-y`). A vertical movement still scrolls the
 * page, and a tap still opens the link. React renders nothing during a drag.
 */
export function useCardDrag(
  card: RefObject<HTMLElement | null>,
  enabled: boolean,
  onSwipe: (to: Direction) => boolean,
) {
  const drag = useRef<Drag | null>(null);
  return useDrag(
    ({ first, last, canceled, movement: [mx, my], event, cancel }) => {
      const element = card.current;
      if (element === null) return;
      if (first) drag.current = { targets: null, samples: [] };
      const now = drag.current;
      if (now === null) return;
      if (now.targets === null && !canceled) {
        const meaning = meaningOf(mx, my);
        if (meaning === "scroll") {
          drag.current = null;
          cancel();
          return;
        }
        if (meaning === "swipe") now.targets = startDrag(element);
      }
      if (now.targets !== null) {
        const { from, width } = now.targets;
        const x = from + mx;
        if (!last) {
          now.samples.push({ x, at: event.timeStamp });
          moveCard(now.targets, x, my);
          return;
        }
        const to = canceled ? null : leavesTo(x, width, speedOf(now.samples, event.timeStamp));
        // the screen refuses the swipe if no likes are left
        if (to === null || !onSwipe(to)) endDrag(element);
      }
      if (last) drag.current = null;
    },
    { enabled, filterTaps: true, tapsThreshold: decidedAt, pointer: { keys: false } },
  );
}
