import { useRef, useState } from "react";
import { useLocation, useMatches } from "react-router";
import { pageHidden } from "#contract/page-visits.ts";
import { useEvents } from "#web/lib/use-events.ts";

/** The beacon names the screen that a visitor leaves, once, if the first address has `lb` and they leave there. */
export function useHiddenBeacon(): void {
  const { key, search } = useLocation();
  const screen = useMatches().at(-1)?.id ?? "";
  const [arrival] = useState(() => ({ key, query: new URLSearchParams(search) }));
  const bounced = useRef(false);

  useEvents("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    const query = new URLSearchParams();
    if (arrival.key === key && arrival.query.has("lb") && !bounced.current) {
      bounced.current = true;
      query.set("bounce", screen);
      query.set("network", (arrival.query.get("network") ?? "").slice(0, 100));
    }
    navigator.sendBeacon(`${pageHidden.path}?${query}`, new Blob(["{}"], { type: "application/json" }));
  });
}
