import { useEffect, useRef } from "react";

/** If the viewport loses less height than this, in pixels, no keyboard is open. */
const smallestKeyboardPx = 80;

/** Some browsers lay the keyboard over the page (Safari); others heed the viewport's `interactive-widget`. */
export function useKeyboardSpace() {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const liftAboveKeyboard = () => {
      const covered = document.documentElement.clientHeight - view.height - view.offsetTop;
      const padding = view.scale === 1 && covered > smallestKeyboardPx ? `${covered}px` : "";
      if (element.current) element.current.style.paddingBottom = padding;
    };
    view.addEventListener("resize", liftAboveKeyboard);
    view.addEventListener("scroll", liftAboveKeyboard);
    return () => {
      view.removeEventListener("resize", liftAboveKeyboard);
      view.removeEventListener("scroll", liftAboveKeyboard);
    };
  }, []);
  return element;
}
