import { Outlet } from "react-router";
import { entryWarningCountries } from "#contract/constants.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { EntryWarning } from "./entry-warning.tsx";
import { PageOrError } from "./error-page.tsx";
import { SiteHeader } from "./site-header.tsx";

/** A chat has the whole height of the window; no footer, and on a phone no bottom navigation. */
export default function ChatLayout() {
  const t = useTexts("chat");
  return (
    <div className="chat-page flex h-dvh flex-col">
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex min-h-0 grow flex-col">
        {/* past the list of chats and the messages, for the keyboard */}
        <a href="#message" className="skip-link">
          {t("composer.placeholder")}
        </a>
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
      <PageOrError />
    </div>
  );
}
