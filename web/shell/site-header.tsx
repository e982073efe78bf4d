import { Suspense } from "react";
import { Link, useLocation } from "react-router";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { isInstalled } from "#web/lib/install.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useLive } from "#web/lib/live-state.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useInBrowser } from "#web/lib/use-hydrated.ts";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { Brand } from "./brand.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { SkipLink } from "./error-page.tsx";

const BackButton = lazyPart(() => import("./back-button.tsx"));
// without a fallback, like the live data: members' pages wait for both
const MemberBar = lazyPart(() => import("./member-bar.tsx"));

const headerId = "header";

/**
 * The top of every page: the demo banner, the site's name, the navigation, and the account or the login and signup. An
 * error page that does not know who looks at it has none of these, as a member can't log in again.
 */
export function SiteHeader() {
  const t = useTexts("shell");
  const live = useLive();
  const isVisitor = useRootData()?.user === null;
  const signup = useSignupLink();
  const { loginReturns } = useScreen();
  const { pathname } = useLocation();
  // there the form has the button
  const isLogin = pathname === "/login";
  return (
    <>
      {/* a browser that paints a page as it arrives begins with the whole header, so that no part of it moves */}
      <link rel="expect" href={`#${headerId}`} blocking="render" />
      <SkipLink />
      <DemoBanner />
      <header id={headerId} className="site-header">
        <div className="container header-row">
          <div className="flex min-w-8 items-center">
            {useInBrowser(isInstalled, false) ? (
              <Suspense>
                <BackButton />
              </Suspense>
            ) : null}
            <Link to={live === null ? "/" : "/members"} className="flex min-h-11 min-w-8 items-center rounded-sm">
              <Brand />
            </Link>
          </div>
          {live !== null ? <MemberBar live={live} /> : null}
          {isVisitor ? (
            <div className="header-end gap-2">
              {isLogin ? null : (
                <OutlineLink to={`/login${loginReturns ? `?next=${pathname}` : ""}`}>{t("nav.log_in")}</OutlineLink>
              )}
              <ButtonLink to={signup()} className={isLogin ? undefined : "max-sm:hidden"}>
                {t("nav.sign_up")}
              </ButtonLink>
            </div>
          ) : null}
        </div>
      </header>
    </>
  );
}
