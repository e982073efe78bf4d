import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useEvents } from "#web/lib/use-events.ts";

/** A header below this many pixels is one of a part of the page. */
const topPx = 160;

/** Where the headers of the page and of a chat end, in pixels; 0 once they are scrolled away. */
function headersEnd(): number {
  const boxes = [...document.querySelectorAll("header")].map((header) => header.getBoundingClientRect());
  return Math.max(0, ...boxes.filter(({ top, height }) => height > 0 && top < topPx).map(({ bottom }) => bottom));
}

/** A ref: its element stands below the headers, whatever page the member goes to, so that their buttons stay free. */
export function useBelowHeaders() {
  const element = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const place = () => element.current?.style.setProperty("--headers", `${headersEnd()}px`);
  useEvents(["scroll", "resize"], place, { capture: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other headers
  useEffect(() => {
    place();
  }, [key]);
  return element;
}
