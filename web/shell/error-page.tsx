import { Component, type ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { pathIn } from "#web/lib/languages.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";

function messageOf(error: unknown): string {
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  if (typeof data !== "object" || data === null || !("message" in data)) return "";
  return typeof data.message === "string" ? data.message : "";
}

/** The error page (R2.28, R8.01): its title is the message, else "Error"; a 404 leads home. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <LastResort>
      <Message error={error} />
    </LastResort>
  );
}

function Message({ error }: { error: unknown }) {
  const t = useTexts("shell");
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const missing = status === 404;
  const title = messageOf(error) || t(missing ? "error.not_found" : "error.title");
  return (
    <div className="container flex flex-col items-center py-16 text-center md:py-24">
      <PageTitle title={title} />
      <p aria-hidden="true" className="font-extrabold text-7xl text-primary-ink opacity-70 tabular-nums">
        {status}
      </p>
      <h1 className="mt-4 text-3xl md:text-4xl">{title}</h1>
      <p className="mt-3 max-w-md text-muted">{t(missing ? "error.not_found_text" : "error.text")}</p>
      {missing ? (
        <ButtonLink to="/" className="mt-8">
          {t("error.home")}
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** Shows the plainest of pages where the error page itself fails. */
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
