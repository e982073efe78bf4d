import { Link, useMatches, useRouteLoaderData } from "react-router";
import { getStaff } from "#contract/staff.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberSearch } from "#web/office/members/member-search.tsx";
import { Brand } from "#web/shell/brand.tsx";
import { PageOrError, SkipLink } from "#web/shell/error-page.tsx";
import { LanguageSwitcher } from "#web/shell/language-switcher.tsx";
import type { Route } from "./+types/staff-layout.ts";
import { OwnSitesProvider } from "./own-sites.tsx";
import "./staff.css";

/** All screens of the office have it. */
export const handle: ScreenHandle = {
  who: "staff",
  texts: [
    "staff",
    "staff-members",
    "staff-sites",
    "money",
    "disputes",
    "settlements",
    "partners",
    "api-keys",
    "webhooks",
    "moderation",
    "numbers",
    "operations",
    "results",
    "revenue",
    "auth",
    "complaints",
    "decisions",
    "passkeys",
    "payments",
    "transactions",
    "chat",
    "gifts",
    "members",
    "profiles",
  ],
};

/** Every page has redirected others by now, but for the login and the page of an invitation. */
function useIsLoggedIn(): boolean {
  const isSetup = useMatches().some(({ id }) => id === "staff-setup");
  return useRouteLoaderData("staff") !== null && !isSetup;
}

/** Sites are named on every page; those of another person who logs in are others. */
export async function loader({ context }: Route.LoaderArgs) {
  const { staff } = await pageOf(context).load(getStaff);
  return { sites: staff?.sites ?? [] };
}

function StaffLayout() {
  const t = useTexts("staff");
  // nothing if it failed to load
  const { sites = [] } = useRouteLoaderData<typeof loader>("staff-layout") ?? {};
  const isLoggedIn = useIsLoggedIn();
  return (
    <div className="page">
      <SkipLink />
      <header className="site-header">
        <div className="container flex min-h-16 items-center justify-between gap-3">
          <Brand />
          {isLoggedIn ? <MemberSearch /> : null}
          <Link to="/staff" className="link shrink-0 py-2.5 font-semibold">
            {t("title")}
          </Link>
        </div>
      </header>
      <OwnSitesProvider value={sites}>
        <PageOrError />
      </OwnSitesProvider>
      <footer className="container py-6">
        <LanguageSwitcher />
      </footer>
    </div>
  );
}

export default StaffLayout;
export { StaffLayout as ErrorBoundary };
