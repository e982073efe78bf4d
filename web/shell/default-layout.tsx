import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useLive } from "#web/lib/live-state.ts";
import type { ScreenHandle } from "#web/lib/page.ts";
import { hasNavigation, useScreen } from "#web/lib/screen.ts";
import { EntryWarning } from "./entry-warning.tsx";
import { PageOrError } from "./error-page.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** The warnings area above a page; visitors do not load it. Members wait for it, so that each tap is heard. */
const MemberWarnings = lazyPart(() => import("./member-warnings.tsx"));

/** What members see around each screen needs these texts. */
export const handle: ScreenHandle = {
  who: "everyone",
  texts: [
    "chat.toast",
    "chat-photos.chat",
    "gifts.chat",
    "gifts.given",
    "likes",
    "navigation",
    "notifications.alert",
    "notifications.install",
    "notifications.push",
    "photos.alert",
    "photos.lock",
    "time-bonus",
    "verification.about",
    "voice.chat",
  ],
  daily: "daily",
};

/** The layout of most pages: navigation, warnings, content, footer. */
function DefaultLayout() {
  const live = useLive();
  const bottomNavigation = hasNavigation(useScreen()) && live !== null;
  return (
    <div className={bottomNavigation ? "page with-bottom-nav" : "page"}>
      <SiteHeader />
      {live === null ? null : <MemberWarnings />}
      <PageOrError />
      <SiteFooter />
      <EntryWarning />
    </div>
  );
}

export default DefaultLayout;
export { DefaultLayout as ErrorBoundary };
