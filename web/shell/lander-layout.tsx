import { Link } from "react-router";
import { entryWarningCountries } from "#contract/constants.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { OutlineLink } from "#web/ui/button.tsx";
import { Brand } from "./brand.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { EntryWarning } from "./entry-warning.tsx";
import { PageOrError, SkipLink } from "./error-page.tsx";
import { SiteFooter } from "./site-footer.tsx";

/** The site's logo, and the login for members. No other link leads away from the page. */
function LogoBar() {
  const t = useTexts("shell");
  return (
    <header className="border-line border-b bg-card">
      <div className="container flex min-h-16 items-center justify-between gap-3">
        <Link to="/" className="min-w-0 rounded-sm">
          <Brand />
        </Link>
        <OutlineLink to="/login">{t("nav.log_in")}</OutlineLink>
      </div>
    </header>
  );
}

/** Frames the pages that advertisements lead to: logo bar, content, footer with the disclaimer, entry warning. */
function LanderLayout() {
  return (
    <div className="page">
      <SkipLink />
      <DemoBanner />
      <LogoBar />
      <PageOrError />
      <SiteFooter />
      <EntryWarning countries={entryWarningCountries} />
    </div>
  );
}

export default LanderLayout;
export { LanderLayout as ErrorBoundary };
