import { useEffect, useRef } from "react";

/** A smaller loss of height, in pixels, is no keyboard. */
const smallest = 80;

/**
 * Keeps the bottom of an element above the on-screen keyboard in browsers that lay it over the page (Safari). The other
 * browsers shrink the page themselves, as the viewport's `interactive-widget` asks.
 */
export function useKeyboardSpace() {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const lift = () => {
      const covered = document.documentElement.clientHeight - view.height - view.offsetTop;
      const padding = view.scale === 1 && covered > smallest ? `${covered}px` : "";
      if (element.current) element.current.style.paddingBottom = padding;
    };
    view.addEventListener("resize", lift);
    view.addEventListener("scroll", lift);
    return () => {
      view.removeEventListener("resize", lift);
      view.removeEventListener("scroll", lift);
    };
  }, []);
  return element;
}
