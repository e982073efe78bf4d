import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { likesReloadMs } from "#contract/constants.ts";
import { autoLike } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { refreshLive } from "#web/lib/live-queries.ts";
import { useLive } from "#web/lib/live-state.ts";
import { mayBeIntroduced } from "./introduction-rules.ts";
import { LikeModal, loadLikeDialog } from "./like-modal.tsx";
import { useBusyPage } from "./use-busy-page.ts";

/** Milliseconds without activity on one screen before an introduction, and between attempts on a busy page. */
const calmMs = 15_000;
const againMs = 5_000;

/** Introduces another member to a new one, at most once a visit and at a calm moment (R4.20, D5.3). */
export function Introduction() {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const user = useLive()?.user;
  const [member, setMember] = useState<Card | null>(null);
  const requested = useRef(false);
  const isBusy = useBusyPage();
  const may = user !== undefined && mayBeIntroduced(user, pathname, Date.now());

  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen starts the wait anew
  useEffect(() => {
    if (!may || requested.current) return;
    let left = false;
    let found = false;
    let timer = setTimeout(ask, calmMs);
    async function ask() {
      if (isBusy() || document.hidden) {
        timer = setTimeout(ask, againMs);
        return;
      }
      requested.current = true;
      // after a failure the next attempt is at another visit
      const [answer] = await Promise.all([call(autoLike), loadLikeDialog()]).catch(() => [null]);
      if (!answer?.profile) return;
      setTimeout(() => refreshLive(client, "likes"), likesReloadMs);
      found = true;
      show(answer.profile);
    }
    // during the requests the member may have begun to do something, or gone to another screen
    function show(profile: Card) {
      if (left) requested.current = false;
      else if (isBusy()) timer = setTimeout(show, againMs, profile);
      else {
        found = false;
        setMember(profile);
      }
    }
    return () => {
      left = true;
      clearTimeout(timer);
      // the next screen requests it again, and gets the same answer (D5.3)
      if (found) requested.current = false;
    };
  }, [may, pathname, client, isBusy]);
  // if the member leaves by a link or by Back, the introduction is over
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => setMember(null), [pathname]);

  return member === null ? null : <LikeModal member={member} onDone={() => setMember(null)} />;
}
