import { CircleAlert } from "lucide-react";
import { Component, type ReactNode, Suspense, useEffect, useState } from "react";
import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from "react-router";
import { comesBackSeconds } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { reportOtherMember } from "#web/lib/call.ts";
import { lazyPart, lazyRequired } from "#web/lib/lazy-part.tsx";
import { navigateTo } from "#web/lib/navigate-to.ts";
import { loadFailureOf } from "#web/lib/root-data.ts";
import { onceNothingWaits } from "#web/lib/site-waits.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";

/** Only what leads further, not the error itself, is missing if it can't be loaded. */
const FurtherHelp = lazyPart(() => import("./further-help.tsx"));

/** It is loaded on demand: only a server's answer leads here, so there is a connection. */
const AccessDenied = lazyRequired(() => import("./access-denied.tsx"));

/** What a layout frames: the page, or its error. A layout is its route's `ErrorBoundary` too. */
export function PageOrError() {
  // null: the route has no error
  const error = useRouteError() ?? null;
  return (
    <main id="content" tabIndex={-1} className="grow">
      {error === null ? <Outlet /> : <ErrorPage error={error} />}
    </main>
  );
}

/** The first link of a page leads past its header, for the keyboard. */
export function SkipLink() {
  const t = useTexts("shell");
  return (
    <a href="#content" className="skip-link">
      {t("skip_to_content")}
    </a>
  );
}

/** The error page (R2.28, R8.01): its title is the message, else "Error"; all lead home, a 403 to the members. Any page
 * but an unknown one can be loaded again: by a link, which needs neither this page's scripts nor its data. One that is
 * not there for a moment comes back by itself. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <LastResort>
      <ErrorMessage error={error} />
    </LastResort>
  );
}

/** Why a member, or a chat with one, may not be there any more. */
const goneTexts: Partial<Record<string, "error.member_gone_text" | "error.chat_gone_text">> = {
  profile_not_found: "error.member_gone_text",
  conversation_not_found: "error.chat_gone_text",
};

function ErrorMessage({ error }: { error: unknown }) {
  const t = useTexts("shell");
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const isNotFound = status === 404;
  const isForNow = status === 503;
  const { message = "", code = "" } = loadFailureOf(error) ?? {};
  const offline = useOffline();
  useEffect(() => {
    if (code === "other_member") reportOtherMember(message);
  }, [code, message]);
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!isForNow) return;
    // not `reload`, which would ask whether to post a form again; without its hash the same address is loaded anew
    const [address = ""] = location.href.split("#");
    let stop = () => {};
    const timer = setTimeout(() => {
      // a page that is loaded anew loses what still waits to be sent from here
      stop = onceNothingWaits(() => navigateTo(address, "replace"));
    }, comesBackSeconds * 1000);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isForNow]);
  if (offline && !isRouteErrorResponse(error)) return <Offline />;
  const title = message || t(isNotFound ? "error.not_found" : "error.title");
  const gone = status === 403 ? undefined : goneTexts[code];
  if (status === 403 || gone) {
    return (
      <Suspense>
        <AccessDenied title={title} text={gone && t(gone)} code={code} />
      </Suspense>
    );
  }
  return (
    <div className="container status-page">
      <PageTitle title={title} />
      <p aria-hidden="true" className="status-number">
        {status}
      </p>
      <h1 className="mt-4 text-3xl md:text-4xl">{title}</h1>
      <p className="mt-3 max-w-md text-muted">
        {t(isNotFound ? "error.not_found_text" : isForNow ? "error.returns" : "failure.unknown")}
      </p>
      {isNotFound ? (
        <ButtonLink to="/" className="mt-8">
          {t("error.home")}
        </ButtonLink>
      ) : (
        <ButtonLink to={{ pathname, search }} reloadDocument replace className="mt-8">
          {t("offline.again")}
        </ButtonLink>
      )}
      <Suspense>
        <FurtherHelp status={status} />
      </Suspense>
    </div>
  );
}

/** Whether the browser has no connection, or lost it since: a request can fail before the browser knows why. */
function useOffline(): boolean {
  const [offline, setOffline] = useState(() => globalThis.navigator?.onLine === false);
  useEvents("offline", () => setOffline(true));
  return offline;
}

/** Stands for a page that could not be loaded without a connection. Loads the page once there is one. */
function Offline() {
  const t = useTexts("shell");
  useEvents("online", () => location.reload());
  return (
    <div className="container status-page">
      <PageTitle title={t("offline.title")} />
      <span className="status-icon">
        <CircleAlert aria-hidden className="size-8" />
      </span>
      <h1 className="mt-5 text-2xl md:text-3xl">{t("offline.title")}</h1>
      <p role="status" className="mt-3 max-w-md text-muted">
        {t("offline.text")}
      </p>
    </div>
  );
}

/** Shows the plainest page if the error page itself fails. */
class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <ErrorPageFailed /> : this.props.children;
  }
}

function ErrorPageFailed() {
  const t = useTexts("shell");
  const language = useLanguage();
  return (
    <div className="container py-16 text-center">
      <h1 className="mb-4 text-2xl">{t("error.failed")}</h1>
      <a className="link" href={pathIn(language, "/")}>
        {t("error.failed_home")}
      </a>
    </div>
  );
}
