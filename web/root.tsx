import latinFont from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteError,
} from "react-router";
import { getCounts } from "#contract/account.ts";
import { adultsLabel, comesBackSeconds, designVersion, timeZoneCookie } from "#contract/constants.ts";
import { getDiscountCode } from "#contract/discounts.ts";
import { getCompanyInfo } from "#contract/sites.ts";
import { timeZoneOr } from "#contract/time-zone.ts";
import { mayJoin } from "#contract/tracking.ts";
import type { User } from "#contract/user.ts";
import { readTracking } from "#web/account/signup-link/tracking.ts";
import { mayHaveBonus } from "#web/credits/time-bonus/bonus.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { lazyRequired } from "#web/lib/lazy-part.tsx";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { loadAfterOverlays } from "#web/lib/pop-state.ts";
import { type RootData, useFrame, useRootData } from "#web/lib/root-data.ts";
import { useScreen } from "#web/lib/screen.ts";
import { isSessionStale, markSessionLoaded } from "#web/lib/shown-member.ts";
import { useLanguage } from "#web/lib/texts.tsx";
import { deleteMemberTraces } from "#web/lib/traces.ts";
import { VisitorCountry } from "#web/lib/visitor-country.tsx";
import { usFooter } from "#web/pages/us-texts.server.ts";
import { ErrorPage } from "#web/shell/error-page.tsx";
import { InstallTags } from "#web/shell/install-tags.tsx";
import { PageChange } from "#web/shell/page-change.tsx";
import { SearchEngineTags } from "#web/shell/search-engine-tags.tsx";
import { SiteHeader } from "#web/shell/site-header.tsx";
import { splashImages } from "#web/shell/splash-images.server.ts";
import { SignupOverPage } from "#web/signup/signup-over-page.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import type { Route } from "./+types/root.ts";
import "./app.css";

/** Of what each page has, the frame, and of pages without a screen. */
export const handle: ScreenHandle = { who: "everyone", texts: ["shell"] };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [loadAfterOverlays];

/** With the style sheet of members, so that a visitor who logs in sees no page without it. */
const Live = lazyRequired(async () => {
  const [live] = await Promise.all([import("#web/shell/live.tsx"), import("./member-area.css")]);
  return live;
});

async function loadCounts({ load }: Page) {
  const { unread_messages: unread, new_likes: newLikes } = await load(getCounts);
  return { unread, newLikes };
}

/** The welcome discount; null if the user has none, or if it can't be loaded (R8.04: the page is shown without it). */
async function loadBonus({ call }: Page, user: User | null) {
  if (user === null || !mayHaveBonus(user, Date.now())) return null;
  return await call(getDiscountCode, { query: { welcome: "true" } }).catch(() => null);
}

/** Pages that offer a closed site, though no call of theirs may say that it is one. */
const offering = /^\/(?:landers|members|signup|credits|premium|pricing)?(?:[/?]|$)/;

export async function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  const page = pageOf(context);
  const [settings, user, { company }] = await Promise.all([page.settings(), page.user(), page.load(getCompanyInfo)]);
  if (settings.closed_until !== "" && offering.test(page.path)) throw redirect("/closed");
  const noCounts = { unread: 0, newLikes: 0 };
  const [counts, bonus] = await Promise.all([user === null ? noCounts : loadCounts(page), loadBonus(page, user)]);
  return {
    settings,
    company,
    user,
    counts,
    bonus,
    usFooter: usFooter(page.language, { ...settings, company: company.name }),
    origin: page.origin,
    signupsOpen: mayJoin(settings, readTracking(request)),
    mode: page.mode,
    timeZone: timeZoneOr(readCookie(page.cookies, timeZoneCookie), "UTC"),
    // a shared page is the same for every device; visitors have to log in before they install the site
    splash: page.shared === null ? splashImages(settings, request.headers.get("user-agent")) : [],
    memberStyles: user === null ? undefined : page.chunks["member-area.css"],
    shared: page.shared === "all",
  };
}

/** The root's data survives navigations. It is fetched again after a form, or if `useSession` requests it. */
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return isSessionStale() || formMethod !== undefined || currentUrl.href === nextUrl.href;
}

export function Layout({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const root = useRootData();
  const frame = useFrame();
  const look = frame?.settings;
  const error = useRouteError();
  const isForNow = isRouteErrorResponse(error) && error.status === 503;
  // the style sheet looks here: `:root:has(…)` would match each change of a page anew, and style all of it again
  const id = useMatches().at(-1)?.id;
  const { bar } = useScreen();
  return (
    <html
      lang={language}
      data-theme={look?.theme}
      data-mode={frame?.mode}
      data-font={look?.font}
      data-design={designVersion}
      data-screen={id}
      data-bar={bar}
      // the requests of this page name its member (`findShownMember`)
      data-viewer={root?.user?.id}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="rating" content={adultsLabel} />
        {look?.font === "figtree" ? (
          <link rel="preload" href={latinFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        ) : null}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {frame ? (
          <InstallTags name={frame.settings.name} look={frame.settings} mode={frame.mode} splash={root?.splash ?? []} />
        ) : null}
        {isForNow ? (
          // with scripts the error page comes back by itself
          <noscript>
            <meta httpEquiv="refresh" content={String(comesBackSeconds)} />
          </noscript>
        ) : null}
        <SearchEngineTags />
        <Links />
        {root?.memberStyles ? <link rel="stylesheet" href={root.memberStyles} /> : null}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { user, counts, bonus } = loaderData;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data means that the root was loaded for this session
  useEffect(markSessionLoaded, [loaderData]);
  const isLoggedOut = user === null;
  useEffect(() => {
    if (isLoggedOut) deleteMemberTraces();
  }, [isLoggedOut]);
  return (
    <ToastProvider>
      <ProgressBar />
      {user === null ? (
        <VisitorCountry>
          <SignupOverPage>
            <Outlet />
          </SignupOverPage>
        </VisitorCountry>
      ) : (
        <Live key={user.id} user={user} counts={counts} bonus={bonus}>
          <Outlet />
        </Live>
      )}
      <PageChange />
    </ToastProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <div className="page">
      <SiteHeader />
      <main id="content">
        <ErrorPage error={error} />
      </main>
    </div>
  );
}
