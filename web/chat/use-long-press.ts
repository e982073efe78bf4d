import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef } from "react";

const holdMs = 450;
/** A finger that moves so far, in pixels, scrolls. */
const slack = 10;

/** Handlers of an element that a finger may hold to do something; a mouse and a pen have its button instead. */
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
    /** The finger that is lifted after it held presses nothing: neither what is below it nor beside the menu. */
    onTouchEnd: (event: TouchEvent) => {
      if (done.current && event.cancelable) event.preventDefault();
      done.current = false;
    },
    /** The browser's own menu would cover this one. */
    onContextMenu: (event: MouseEvent) => {
      if (held.current !== null || done.current) event.preventDefault();
    },
  };
}
