import { pageHidden } from "#contract/page-visits.ts";
import { onPageLoad } from "#web/lib/page-loads.ts";

/** The router gives each page of the history a key, which its overlays keep; the first page has none. */
const pageKey = (): unknown => history.state?.key;

/** The beacon names the screen that a visitor leaves, once, if the first address has `lb` and they leave there. */
export function sendHiddenBeacons(): void {
  const arrival = { key: pageKey(), query: new URLSearchParams(location.search) };
  let mayBounce = arrival.query.has("lb");
  onPageLoad(() => {
    mayBounce = false;
  });
  addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    const query = new URLSearchParams();
    if (mayBounce && arrival.key === pageKey()) {
      mayBounce = false;
      query.set("bounce", document.documentElement.dataset.screen ?? "");
      query.set("network", (arrival.query.get("network") ?? "").slice(0, 100));
    }
    navigator.sendBeacon(`${pageHidden.path}?${query}`, new Blob(["{}"], { type: "application/json" }));
  });
}
