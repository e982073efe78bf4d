import { useMatches } from "react-router";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useLive } from "#web/lib/live-state.ts";
import { EntryWarning } from "./entry-warning.tsx";
import { PageOrError } from "./error-page.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** The warnings area above a page; visitors do not load it. Members wait for it, so that each tap is heard. */
const MemberWarnings = lazyPart(() => import("./member-warnings.tsx"));

/** Screens without the navigation at the end of a phone's screen: a member should not be distracted from finishing. */
const undisturbed: ReadonlySet<string> = new Set([
  "complete-signup",
  "credits-id-paymentmethod",
  "credits-repeat-order",
  "directdebit",
]);

/** The layout of most pages: navigation, warnings, content, footer. */
function DefaultLayout() {
  const live = useLive();
  const bottomNavigation = !useMatches().some(({ id }) => undisturbed.has(id));
  return (
    <div className={live === null || !bottomNavigation ? "page" : "page with-bottom-nav"}>
      <SiteHeader bottomNavigation={bottomNavigation} />
      {live === null ? null : <MemberWarnings />}
      <PageOrError />
      <SiteFooter />
      <EntryWarning />
    </div>
  );
}

export default DefaultLayout;
export { DefaultLayout as ErrorBoundary };
