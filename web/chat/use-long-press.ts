import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef } from "react";

const holdMs = 450;
/** A finger that moves this many pixels is scrolling. */
const slack = 10;

/** Handlers for a long press with a finger. Mouse and pen use the element's button instead. */
export function useLongPress(onHold: () => void) {
  const held = useRef<{ timer: number; x: number; y: number } | null>(null);
  const done = useRef(false);
  const stop = () => {
    if (held.current !== null) clearTimeout(held.current.timer);
    held.current = null;
  };
  useEffect(() => () => clearTimeout(held.current?.timer), []);
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      stop();
      done.current = false;
      if (pointerType !== "touch" || !isPrimary) return;
      const timer = window.setTimeout(() => {
        stop();
        done.current = true;
        onHold();
      }, holdMs);
      held.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = held.current;
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > slack) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** Lifting the finger after a long press must not click anything, neither below the finger nor beside the menu. */
    onTouchEnd: (event: TouchEvent) => {
      if (done.current && event.cancelable) event.preventDefault();
      done.current = false;
    },
    /** Without this the browser's own menu would cover ours. */
    onContextMenu: (event: MouseEvent) => {
      if (held.current !== null || done.current) event.preventDefault();
    },
  };
}
