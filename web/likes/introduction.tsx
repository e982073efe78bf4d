import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { likesReloadMs } from "#contract/constants.ts";
import { autoLike, seeLike } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { refreshLive } from "#web/lib/live-queries.ts";
import { useLive } from "#web/lib/live-state.ts";
import { mayBeIntroduced } from "./introduction-rules.ts";
import { useBusyPage } from "./use-busy-page.ts";

const loadDialog = () => import("./like-dialog.tsx");
const LikeDialog = lazy(loadDialog);

/** Milliseconds on one screen before an introduction, and until the next try on a busy page. */
const calmMs = 15_000;
const againMs = 5_000;

/** Introduces another member to a new one, at most once a visit and at a calm moment (R4.20, D5.3). */
export function Introduction() {
  const client = useQueryClient();
  const navigate = useNavigate();
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
      // after a failure the next try is at another visit
      const [answer] = await Promise.all([call(autoLike), loadDialog()]).catch(() => [null]);
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
      // the next screen requests it once more and gets the same answer (D5.3)
      if (found) requested.current = false;
    };
  }, [may, pathname, client, isBusy]);
  // a member who goes on by a link or by Back is done with the introduction
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => setMember(null), [pathname]);

  if (member === null) return null;
  const { id } = member;
  const close = () => {
    setMember(null);
    call(seeLike, { body: { id } }).then(
      () => refreshLive(client, "likes"),
      // it is shown once more at another visit
      () => {},
    );
  };
  const view = () => {
    close();
    void navigate(`/members/${id}`);
  };
  return (
    <Suspense fallback={null}>
      <LikeDialog member={member} onClose={close} onImage={view} onButton={view} />
    </Suspense>
  );
}
