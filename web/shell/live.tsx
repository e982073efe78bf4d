import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { MemberEvent } from "#contract/events.ts";
import type { User } from "#contract/user.ts";
import { useLoginAfterLogout } from "#web/auth/use-login-after-logout.ts";
import { setLastChats } from "#web/chat/last-chats.ts";
import { TalkFrame } from "#web/chat/talk/talk-frame.tsx";
import type { WelcomeAnswer } from "#web/credits/time-bonus/bonus.ts";
import { TimeBonusPopup } from "#web/credits/time-bonus/popup.tsx";
import { useTimeBonus } from "#web/credits/time-bonus/use-time-bonus.ts";
import { onBrowserZone, saveBrowserZone } from "#web/lib/browser-zone.ts";
import { countUnread, showAppBadge } from "#web/lib/counts.ts";
import { type EventStream, openEventStream } from "#web/lib/event-stream.ts";
import { isInstalled } from "#web/lib/install.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { createListeners } from "#web/lib/listeners.ts";
import { LiveContext, type LiveSource } from "#web/lib/live-state.ts";
import { cacheOfflinePage, registerWorker } from "#web/lib/offline.ts";
import { announceReconnected } from "#web/lib/reconnected.ts";
import { isPushSubscribed, startRefreshing } from "#web/lib/refresh.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useScreen } from "#web/lib/screen.ts";
import { laterParts } from "#web/lib/text-parts.ts";
import { preloadTexts, useLanguage } from "#web/lib/texts.tsx";
import { preserveTypedText } from "#web/lib/typed.ts";
import { useEvents as useWindowEvents } from "#web/lib/use-events.ts";
import { useInBrowser } from "#web/lib/use-hydrated.ts";
import { useOnUnmount } from "#web/lib/use-on-unmount.ts";
import { SignNotices } from "#web/likes/sign-notices.tsx";
import { TimedLikeModal } from "#web/likes/timed-like-modal.tsx";
import { useIntroduction } from "#web/likes/use-introduction.ts";
import { BonusContext } from "#web/member-parts/bonus-state.ts";
import {
  chatsQuery,
  isOutdated,
  likesQuery,
  olderUnreadQuery,
  refreshLive,
  refreshThreads,
  removeFromCache,
  removingQuery,
  showPresence,
  useLoaded,
  userQuery,
} from "#web/member-parts/live-queries.ts";
import { syncDevice } from "#web/notifications/device-push.ts";
import { usePushClicks } from "#web/notifications/use-push-clicks.ts";
import { OtherMember, useOtherMember } from "./other-member.tsx";
import { useEventToasts } from "./use-event-toasts.tsx";

/** Only the installed app loads it, because browsers have a gesture of their own. */
const PullToRefresh = lazyPart(() => import("./pull-to-refresh.tsx"));

type InitialData = { user: User; counts: { unread: number; newLikes: number }; bonus: WelcomeAnswer | null };

/** Everything that keeps a member's pages up to date; loaded for members only. */
export default function Live({ children, ...initial }: InitialData & { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  );
  const otherMember = useOtherMember();
  if (otherMember !== null) return <OtherMember message={otherMember} member={initial.user.id} />;
  return (
    <QueryClientProvider client={client}>
      <LiveSourceProvider {...initial}>{children}</LiveSourceProvider>
    </QueryClientProvider>
  );
}

function LiveSourceProvider({ user, counts, bonus: loadedBonus, children }: InitialData & { children: ReactNode }) {
  const { listen, isStreaming } = useEvents();
  const enabled = useRefreshTimer(isStreaming);
  // the page loads the user anew after a login or a purchase
  const currentUser = useLoaded(userQuery, user).data ?? user;
  const chats = useQuery({ ...chatsQuery, enabled }).data;
  useEffect(() => setLastChats(chats), [chats]);
  const likes = useQuery({ ...likesQuery, enabled }).data;
  const olderUnread = useQuery(olderUnreadQuery).data;
  const removing = useQuery(removingQuery).data;
  const unread = chats
    ? countUnread(chats.filter(({ conversation }) => !removing.includes(conversation.id))) + olderUnread
    : counts.unread;
  const newLikes = likes ? likes.new_likes : counts.newLikes;

  const { mood } = useScreen();
  const bonus = useTimeBonus(currentUser, loadedBonus, enabled);

  useLoginAfterLogout();
  useShowAppBadge(unread + newLikes);
  useServiceWorker();
  // bank details are not stored, and only the payer may tick the box that authorises a payment
  const isPaying = useEffectEvent(() => mood === "paying");
  useEffect(() => preserveTypedText(() => !isPaying()), []);
  useSyncPushDevice(user.id);
  usePushClicks();
  useReportTimeZone();
  usePreloadTexts();
  useIntroduction(currentUser);

  const source = useMemo<LiveSource>(
    () => ({ user: currentUser, unread, newLikes, listen }),
    [currentUser, unread, newLikes, listen],
  );
  return (
    <LiveContext value={source}>
      {/* around all of it: the dialog of a match names the price of a message too */}
      <BonusContext value={bonus}>
        {children}
        <TimeBonusPopup />
        {useInBrowser(isInstalled, false) ? (
          <Suspense>
            <PullToRefresh />
          </Suspense>
        ) : null}
        <SignNotices />
        <TalkFrame />
        <TimedLikeModal />
      </BonusContext>
    </LiveContext>
  );
}

/** Delay in milliseconds: a device that has just changed its password gets its new session only now. */
const sessionCheckDelayMs = 3_000;

function applyEvent(client: QueryClient, event: MemberEvent): void {
  if (event.type === "credits") {
    client.setQueryData(userQuery.queryKey, (old) => (old ? { ...old, credits: event.credits } : old));
  }
  if (isOutdated("getUser", event)) refreshLive(client, "user");
  if (isOutdated("getChats", event)) refreshLive(client, "chats");
  if (isOutdated("getLikes", event)) refreshLive(client, "likes");
  // any call would do: its answer shows whether the member is still logged in
  if (event.type === "sessions") setTimeout(() => refreshLive(client, "chats"), sessionCheckDelayMs);
  if (event.type === "member_hidden") removeFromCache(client, event.member);
  if (event.type === "presence") showPresence(client, event.member, event.online);
}

/** Opens the event stream; each event refetches the data that it concerns, and shows its toast. */
function useEvents(): Pick<LiveSource, "listen"> & { isStreaming: () => boolean } {
  const client = useQueryClient();
  const [listeners] = useState(() => createListeners<[MemberEvent]>());
  const showToast = useEffectEvent(useEventToasts());

  const stream = useRef<EventStream>(null);
  useEffect(() => {
    const opened = openEventStream({
      onEvent: (event) => {
        // runs first: it cancels pending fetches, and the toast of a message waits for the new list of chats
        applyEvent(client, event);
        void showToast(event);
        listeners.emit(event);
      },
      // the call is refused, and its answer says why
      onOtherMember: () => refreshLive(client, "user"),
      onGap: () => {
        refreshLive(client);
        refreshThreads(client);
      },
      // a browser that was never offline says nothing of a server that was away
      onOpen: announceReconnected,
    });
    stream.current = opened;
    return opened.close;
  }, [client, listeners]);
  useWindowEvents("online", announceReconnected);
  const isStreaming = useCallback(() => stream.current?.isOpen() === true, []);

  return { listen: listeners.listen, isStreaming };
}

/** Browser events that show that the member is using the page. */
const activityEvents = ["pointerdown", "pointermove", "keydown", "scroll", "visibilitychange"] as const;

/**
 * The timer is the fallback for the event stream, also in browsers that the stream does not reach (R4.22, R9.02).
 * Returns true once it runs.
 */
function useRefreshTimer(isStreaming: () => boolean): boolean {
  const client = useQueryClient();
  const [started, setStarted] = useState(false);
  useEffect(() => {
    const refresh = () => {
      setStarted(true);
      refreshLive(client);
      refreshThreads(client);
    };
    navigator.serviceWorker?.addEventListener("message", refresh);
    const isHidden = () => document.hidden;
    const { touched, stop } = startRefreshing(refresh, { hasPush: isPushSubscribed, isHidden, isStreaming });
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    for (const type of activityEvents) addEventListener(type, touched, options);
    return () => {
      stop();
      listening.abort();
      navigator.serviceWorker?.removeEventListener("message", refresh);
    };
  }, [client, isStreaming]);
  return started;
}

/** Registers the service worker for pushes and the offline page. A failure is ignored (R8.04). */
function useServiceWorker(): void {
  const language = useLanguage();
  useEffect(() => {
    registerWorker().catch(() => {});
    cacheOfflinePage(language).catch(() => {});
  }, [language]);
}

/** Keeps pushes on this device for the member who subscribed, and ends them for other members. */
function useSyncPushDevice(memberId: string): void {
  const { push_public_key: publicKey } = useSettings();
  useEffect(() => {
    syncDevice(publicKey, memberId).catch(() => {});
  }, [publicKey, memberId]);
}

/** Stores the browser's time zone in a cookie, so that the server formats times as this reader expects. */
function useReportTimeZone(): void {
  useEffect(() => onBrowserZone(saveBrowserZone), []);
}

/** Milliseconds after which it is done also in a browser that is never idle, or does not say so. */
const preloadWithinMs = 5_000;

/** Loads the texts of all other screens, once the page has nothing else to do. */
function usePreloadTexts(): void {
  const language = useLanguage();
  useEffect(() => {
    const preload = () => {
      for (const part of laterParts) preloadTexts(language, part);
    };
    // Safari has no such function
    if (!("requestIdleCallback" in globalThis)) {
      const timer = setTimeout(preload, preloadWithinMs);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(preload, { timeout: preloadWithinMs });
    return () => cancelIdleCallback(idle);
  }, [language]);
}

/** Shows the number on the app's icon while the member is logged in. */
function useShowAppBadge(count: number): void {
  useEffect(() => showAppBadge(count), [count]);
  useOnUnmount(() => showAppBadge(0));
}
