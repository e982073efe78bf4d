import latinFont from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect } from "react";
import { Links, Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunctionArgs, useMatches } from "react-router";
import { getChats } from "#contract/chat.ts";
import { adultsLabel, designVersion } from "#contract/constants.ts";
import { getDiscountCode } from "#contract/discounts.ts";
import { getLikes } from "#contract/likes.ts";
import { getCompanyInfo } from "#contract/sites.ts";
import { timeZoneOr } from "#contract/time-zone.ts";
import { mayJoin } from "#contract/tracking.ts";
import type { User } from "#contract/user.ts";
import { isMode, modeCookie } from "#web/lib/appearance.ts";
import { cookieIn } from "#web/lib/cookies.ts";
import { countUnread } from "#web/lib/counts.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import { type RootData, sessionChanged, sessionLoaded, useRootData } from "#web/lib/root-data.ts";
import { partsFor, type TextPart } from "#web/lib/text-parts.ts";
import { useLanguage } from "#web/lib/texts.tsx";
import { mayHaveBonus } from "#web/lib/time-bonus.ts";
import { VisitorCountry } from "#web/lib/visitor-country.tsx";
import { usFooter } from "#web/pages/us-texts.server.ts";
import { ErrorPage } from "#web/shell/error-page.tsx";
import { Found } from "#web/shell/found.tsx";
import { Installable } from "#web/shell/installable.tsx";
import { SiteHeader } from "#web/shell/site-header.tsx";
import { splashImages } from "#web/shell/splash-images.server.ts";
import { useHiddenBeacon } from "#web/shell/use-hidden-beacon.ts";
import { SignupOverPage } from "#web/signup/signup-over-page.tsx";
import { trackingOf } from "#web/signup-link/tracking.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { ToastProvider } from "#web/ui/toast.tsx";
import type { Route } from "./+types/root.ts";
import "./app.css";

/** With the style sheet of members, so that a visitor who logs in sees no page without it. */
const Live = lazyPart(async () => {
  const [live] = await Promise.all([import("#web/shell/live.tsx"), import("./member-area.css")]);
  return live;
});

async function countsOf({ load }: Page) {
  const [{ chats }, likes] = await Promise.all([load(getChats), load(getLikes)]);
  return { unread: countUnread(chats), newLikes: likes.new_likes };
}

/** R8.04: if the welcome discount can't be loaded, the page is shown without it. */
async function bonusOf({ call }: Page, user: User | null) {
  if (user === null || !mayHaveBonus(user, Date.now())) return null;
  return await call(getDiscountCode, { query: { welcome: "true" } }).catch(() => null);
}

function earlyScripts({ chunks, language }: Page, texts: readonly TextPart[], member: boolean): string[] {
  const names = [
    ...texts.map((part) => `texts-${part}-${language}`),
    ...(member ? ["member-pages", "live", "member-bar"] : []),
  ];
  return names.map((name) => chunks[name]).filter((address) => address !== undefined);
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  const page = pageOf(context);
  const [settings, user, { company }] = await Promise.all([page.settings(), page.user(), page.load(getCompanyInfo)]);
  const cookies = request.headers.get("cookie");
  const mode = cookieIn(cookies, modeCookie);
  const none = { unread: 0, newLikes: 0 };
  const [counts, bonus] = await Promise.all([user === null ? none : countsOf(page), bonusOf(page, user)]);
  const texts = partsFor(page.path, user !== null);
  return {
    settings,
    company,
    user,
    counts,
    bonus,
    usFooter: usFooter(page.language, { ...settings, company: company.name }),
    origin: page.origin,
    signupsOpen: mayJoin(settings, trackingOf(request)),
    mode: isMode(mode) ? mode : "system",
    timeZone: timeZoneOr(cookieIn(cookies, "tz"), "UTC"),
    // a shared page is the same for every device; visitors have to log in before they install the site
    splash: page.shared ? [] : splashImages(settings, request.headers.get("user-agent")),
    filesHost: page.filesHost,
    /** Scripts that the first paint needs, and that no other file references. */
    early: earlyScripts(page, texts, user !== null),
    memberStyles: user === null ? undefined : page.chunks["member-area.css"],
    /** The parts of the texts that are loaded when the page is hydrated. */
    texts,
    shared: page.shared,
  };
}

/** The root's data survives navigations. It is fetched again after a form, or if `useSession` requests it. */
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return sessionChanged() || formMethod !== undefined || currentUrl.href === nextUrl.href;
}

export function Layout({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const root = useRootData();
  const filesHost = root?.filesHost ?? "";
  // the style sheet looks here: `:root:has(…)` would match each change of a page anew, and style all of it again
  const screen = useMatches().at(-1)?.id;
  return (
    <html
      lang={language}
      data-theme={root?.settings.theme}
      data-mode={root?.mode}
      data-design={designVersion}
      data-screen={screen}
      data-texts={root?.texts.join(" ")}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="rating" content={adultsLabel} />
        <link rel="preload" href={filesHost + latinFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        {root?.early.map((address) => (
          <link key={address} rel="modulepreload" fetchPriority="low" href={filesHost + address} />
        ))}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {root ? <Installable name={root.settings.name} look={root.settings} splash={root.splash} /> : null}
        <Found />
        <Links />
        {root?.memberStyles ? <link rel="stylesheet" href={filesHost + root.memberStyles} /> : null}
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
  useHiddenBeacon();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data loaded now reflects the session
  useEffect(sessionLoaded, [loaderData]);
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
        <Live user={user} counts={counts} bonus={bonus}>
          <Outlet />
        </Live>
      )}
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
