import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { likeMember, unlikeMember } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { likesQuery } from "#web/lib/live-queries.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { changeInSavedResults } from "#web/member-parts/saved-results.ts";
import { useToast } from "#web/ui/toast.tsx";
import { publishMatch } from "./matches.ts";
import { changeLikes } from "./pick-likes.ts";

/** A press within this many milliseconds after the last one belongs to a double tap: it undoes nothing. */
const doubleTapMs = 500;

type State = Pick<Card, "liked" | "match">;
export type Like = State & { toggle: () => void };

async function sendLike(id: string, liked: boolean): Promise<State> {
  if (!liked) return { ...(await call(unlikeMember, { body: { id } })), match: false };
  return await call(likeMember, { body: { id } });
}

/**
 * The viewer's like of a member (R1.03): shown at once, sent in the background, and taken back with a notice if sending
 * fails. If the viewer presses again meanwhile, the last press decides the final state. A double tap counts
 * as one press.
 */
export function useLike(member: Pick<Card, "id" | "name" | "liked" | "match">, likesYou: boolean): Like {
  const { id, name, liked, match } = member;
  const t = useTexts("likes");
  const toast = useToast();
  const client = useQueryClient();
  const [shown, setShown] = useState<State>({ liked, match });
  const wantedLiked = useRef(liked);
  const sending = useRef(false);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);

  // show the server's state, except while a change is being sent
  useEffect(() => {
    if (sending.current) return;
    wantedLiked.current = liked;
    setShown({ liked, match });
  }, [liked, match]);

  function applyEverywhere(change: State): void {
    setShown(change);
    changeInSavedResults(id, change);
    client.setQueryData(likesQuery.queryKey, (likes) => (likes ? changeLikes(likes, id, change) : likes));
  }

  async function sendWanted(stateBefore: State): Promise<void> {
    let state = stateBefore;
    sending.current = true;
    try {
      while (state.liked !== wantedLiked.current) state = await sendLike(id, wantedLiked.current);
      if (state.match) publishMatch(id);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      wantedLiked.current = state.liked;
      if (!failure.loginNeeded) {
        toast({ title: t(state.liked ? "failed_unlike" : "failed", { name }), tone: "bad" });
      }
    } finally {
      sending.current = false;
      applyEverywhere(state);
    }
  }

  function toggle(): void {
    const now = performance.now();
    const isDoubleTap = now - pressedAt.current < doubleTapMs;
    pressedAt.current = now;
    if (isDoubleTap) return;
    const stateBefore = shown;
    wantedLiked.current = !stateBefore.liked;
    applyEverywhere({ liked: wantedLiked.current, match: wantedLiked.current && likesYou });
    if (!sending.current) void sendWanted(stateBefore);
  }

  return { ...shown, toggle };
}
