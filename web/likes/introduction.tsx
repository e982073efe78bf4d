import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { likesReloadMs } from "#contract/constants.ts";
import { autoLike } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { refreshLive } from "#web/lib/live-queries.ts";
import { useLive } from "#web/lib/live-state.ts";
import { isFromPerson, mayBeIntroduced } from "./introduction-rules.ts";
import { LikeModal, loadLikeDialog } from "./like-modal.tsx";
import { useIsBusyPage } from "./use-busy-page.ts";

/** Milliseconds without activity on one screen before an introduction, and between attempts on a busy page. */
const waitMs = 15_000;
const retryMs = 5_000;

/** Introduces another member to a new one, at most once a visit and at a calm moment (R4.20, D5.3). */
export function Introduction() {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const user = useLive()?.user;
  const [member, setMember] = useState<Card | null>(null);
  const requested = useRef(false);
  const isBusy = useIsBusyPage();
  const mayIntroduce = user !== undefined && mayBeIntroduced(user, pathname, Date.now());

  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen starts the wait anew
  useEffect(() => {
    if (!mayIntroduce || requested.current) return;
    let hasLeft = false;
    let hasUnshown = false;
    let timer = setTimeout(requestIntroduction, waitMs);
    async function requestIntroduction() {
      if (isBusy() || document.hidden) {
        timer = setTimeout(requestIntroduction, retryMs);
        return;
      }
      requested.current = true;
      // after a failure the next attempt is at another visit
      const [answer] = await Promise.all([call(autoLike), loadLikeDialog()]).catch(() => [null]);
      if (!answer?.profile) return;
      setTimeout(() => refreshLive(client, "likes"), likesReloadMs);
      if (!isFromPerson(answer.profile)) return;
      hasUnshown = true;
      showWhenIdle(answer.profile);
    }
    // during the requests the member may have begun to do something, or gone to another screen
    function showWhenIdle(profile: Card) {
      if (hasLeft) requested.current = false;
      else if (isBusy()) timer = setTimeout(showWhenIdle, retryMs, profile);
      else {
        hasUnshown = false;
        setMember(profile);
      }
    }
    return () => {
      hasLeft = true;
      clearTimeout(timer);
      // the next screen requests it again, and gets the same answer (D5.3)
      if (hasUnshown) requested.current = false;
    };
  }, [mayIntroduce, pathname, client, isBusy]);
  // if the member leaves by a link or by Back, the introduction is over
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => setMember(null), [pathname]);

  return member === null ? null : <LikeModal member={member} onDone={() => setMember(null)} />;
}
