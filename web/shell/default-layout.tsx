import { useMatches } from "react-router";
import { useLive } from "#web/lib/live-state.ts";
import { EntryWarning } from "./entry-warning.tsx";
import { PageOrError } from "./error-page.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { Warnings } from "./warnings.tsx";

/** Screens without the navigation at the end of a phone's screen: a member should not be distracted from finishing. */
const undisturbed: ReadonlySet<string> = new Set([
  "complete-signup",
  "credits-id-paymentmethod",
  "credits-repeat-order",
  "directdebit",
]);

/** R2.04: navigation, warnings, content, footer, entry warning. */
function DefaultLayout() {
  const live = useLive();
  const bottomNavigation = !useMatches().some(({ id }) => undisturbed.has(id));
  return (
    <div className={live === null || !bottomNavigation ? "page" : "page with-bottom-nav"}>
      <SiteHeader bottomNavigation={bottomNavigation} />
      <Warnings />
      <main id="content" tabIndex={-1} className="grow">
        <PageOrError />
      </main>
      <SiteFooter />
      <EntryWarning />
    </div>
  );
}

export default DefaultLayout;
export { DefaultLayout as ErrorBoundary };
