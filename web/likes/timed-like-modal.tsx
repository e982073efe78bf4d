import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useIsBusyPage } from "#web/lib/busy-page.ts";
import { allowsDialogs, useScreen } from "#web/lib/screen.ts";
import { useStateFor } from "#web/lib/use-state-for.ts";
import { likesQuery } from "#web/member-parts/live-queries.ts";
import { fetchAutoLike } from "./auto-like.ts";
import { mayAskAbout } from "./introduction-rules.ts";
import { LikeModal, loadLikeDialog } from "./like-modal.tsx";
import { pickNewLiker } from "./pick-likes.ts";
import { readSeconds, withoutSeconds } from "./timed-like.ts";

/** Milliseconds between attempts on a busy page. */
const retryMs = 5_000;

/** The person who sent the newest unseen like, else the one of today's introduction, if there is any. */
async function findMember(client: QueryClient): Promise<Card | null> {
  const fetchLikes = () => client.fetchQuery(likesQuery);
  // a refresh at the same moment cancels the first request, so it is repeated once
  const newest = pickNewLiker(await fetchLikes().catch(fetchLikes));
  if (newest) return newest;
  const profile = await fetchAutoLike(client);
  return profile !== null && mayAskAbout(profile) ? profile : null;
}

/**
 * An address with `?t=` opens the like modal after so many seconds (R4.21). The parameter is then removed from the
 * address, at once if it names no time. The modal waits while the member types or pays. If there is no like to show,
 * nothing opens. Leaving the page cancels it.
 */
export function TimedLikeModal() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // if the member leaves by a link or by Back, the modal closes
  const [member, setMember] = useStateFor<Card | null>(pathname, null);
  const mayInterrupt = allowsDialogs(useScreen());
  const isBusy = useIsBusyPage();
  const seconds = readSeconds(search);
  const hasTime = new URLSearchParams(search).has("t");
  const open = useEffectEvent(async (card: Card | null) => {
    // first, because the open dialog is an entry of its own in the history
    await clear();
    setMember(card);
  });
  const clear = useEffectEvent(async () => {
    await navigate({ search: withoutSeconds(search) }, { replace: true, preventScrollReset: true });
  });

  useEffect(() => {
    if (seconds === null) {
      if (hasTime) void clear();
      return;
    }
    let hasLeft = false;
    let timer = setTimeout(openWhenIdle, seconds * 1_000);
    async function openWhenIdle() {
      const mayOpen = () => mayInterrupt && !isBusy() && !document.hidden;
      if (mayOpen()) {
        const [card] = await Promise.all([findMember(client), loadLikeDialog()]).catch(() => [undefined]);
        if (hasLeft) return;
        // the member may have begun to type during the requests; after a failure the timer tries again
        if (card === null || (card !== undefined && mayOpen())) return open(card);
      }
      timer = setTimeout(openWhenIdle, retryMs);
    }
    return () => {
      hasLeft = true;
      clearTimeout(timer);
    };
  }, [seconds, hasTime, mayInterrupt, client, isBusy]);

  return member === null ? null : <LikeModal member={member} onDone={() => setMember(null)} />;
}
