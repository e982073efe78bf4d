import type { ReactNode } from "react";
import { Outlet, useMatches, useRouteError } from "react-router";
import { useLive } from "#web/lib/live-state.ts";
import { EntryWarning } from "./entry-warning.tsx";
import { ErrorPage } from "./error-page.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { Warnings } from "./warnings.tsx";

function Frame({ children }: { children: ReactNode }) {
  const live = useLive();
  // a member who completes the signup should not be distracted by other links
  const bottomNavigation = !useMatches().some(({ id }) => id === "complete-signup");
  return (
    <div className={live === null || !bottomNavigation ? "page" : "page with-bottom-nav"}>
      <SiteHeader bottomNavigation={bottomNavigation} />
      <Warnings />
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <SiteFooter />
      <EntryWarning />
    </div>
  );
}

/** R2.04: navigation, warnings, content, footer, entry warning. */
export default function DefaultLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage error={useRouteError()} />
    </Frame>
  );
}
