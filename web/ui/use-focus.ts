import { useEffect, useRef } from "react";

/** A ref: its element gets the focus when `when` turns true, or into another object or text. */
export function useFocus<E extends HTMLElement>(when: unknown, { preventScroll = false } = {}) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (when) element.current?.focus({ preventScroll });
  }, [when, preventScroll]);
  return element;
}
