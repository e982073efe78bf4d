import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from "react";
import { useTimer } from "#web/lib/use-timer.ts";

const holdMs = 450;
const slackPx = 10;

/** Handlers for a long press with a finger. Mouse and pen use the element's button instead. */
export function useLongPress(onHold: () => void) {
  const pressed = useRef<{ x: number; y: number } | null>(null);
  const wasLongPress = useRef(false);
  const timer = useTimer();
  const cancel = () => {
    timer.stop();
    pressed.current = null;
  };
  const hold = () => {
    cancel();
    wasLongPress.current = true;
    onHold();
  };
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      cancel();
      wasLongPress.current = false;
      if (pointerType !== "touch" || !isPrimary) return;
      pressed.current = { x, y };
      timer.start(hold, holdMs);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = pressed.current;
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > slackPx) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    /** Lifting the finger after a long press must not click anything, neither below the finger nor beside the menu. */
    onTouchEnd: (event: TouchEvent) => {
      if (wasLongPress.current && event.cancelable) event.preventDefault();
      wasLongPress.current = false;
    },
    /** On a busy phone the browser may notice the long press first. Its own menu would cover ours. */
    onContextMenu: (event: MouseEvent) => {
      if (pressed.current !== null) hold();
      if (wasLongPress.current) event.preventDefault();
    },
  };
}
