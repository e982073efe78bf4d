import type { ReactNode } from "react";
import { Outlet, useRouteError } from "react-router";
import { entryWarningCountries } from "#contract/constants.ts";
import { DemoBanner } from "./demo-banner.tsx";
import { EntryWarning } from "./entry-warning.tsx";
import { ErrorPage } from "./error-page.tsx";

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page">
      <DemoBanner />
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <EntryWarning countries={entryWarningCountries} />
    </div>
  );
}

/** R2.07: the content and nothing around it; the signup dialog opens over any page (`SignupOverPage` in the root). */
export default function EmptyLayout() {
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
