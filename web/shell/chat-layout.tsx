import { Outlet, useRouteError } from "react-router";
import { entryWarningCountries } from "#contract/constants.ts";
import { EntryWarning } from "./entry-warning.tsx";
import { ErrorPage } from "./error-page.tsx";
import { SiteHeader } from "./site-header.tsx";

/** R2.05: a chat has the whole height of the window; no footer, and on a phone no bottom navigation. */
export default function ChatLayout() {
  return (
    <div className="chat-page flex h-dvh flex-col">
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex min-h-0 grow flex-col">
        <Outlet />
      </main>
      <EntryWarning countries={entryWarningCountries} />
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <div className="page">
      <SiteHeader />
      <main id="content" tabIndex={-1} className="grow">
        <ErrorPage error={useRouteError()} />
      </main>
    </div>
  );
}
