import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { likeMember, unlikeMember } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { useOutbox } from "#web/lib/outbox.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { likesQuery } from "#web/member-parts/live-queries.ts";
import { changeInSavedResults } from "#web/member-parts/saved-results.ts";
import { useToast } from "#web/ui/toast.tsx";
import { createLike, type LikeState, type LikeTools } from "./like.ts";
import { publishMatch } from "./matches.ts";
import { changeLikes } from "./pick-likes.ts";

export type Like = LikeState & { toggle: () => void };

async function sendLike(id: string, key: string, liked: boolean): Promise<LikeState> {
  if (!liked) return { ...(await call(unlikeMember, { key, body: { id } })), match: false };
  return await call(likeMember, { key, body: { id } });
}

/**
 * The viewer's like of a member: shown at once, sent in the background, and taken back with a notice if sending
 * fails. A double tap counts as one press.
 */
export function useLike(member: Pick<Card, "id" | "name" | "liked" | "match">, likesYou: boolean): Like {
  const { id, name, liked, match } = member;
  const t = useTexts("likes");
  const toast = useToast();
  const client = useQueryClient();
  const [likeState, setLikeState] = useState<LikeState>({ liked, match });
  const tools: LikeTools = {
    likesYou,
    send: (key, isLiked) => sendLike(id, key, isLiked),
    show(state) {
      setLikeState(state);
      changeInSavedResults(id, state);
      client.setQueryData(likesQuery.queryKey, (likes) => (likes ? changeLikes(likes, id, state) : likes));
    },
    onMatch: () => publishMatch(id),
    onMatchEnded: () => toast({ title: t("no_match.title", { name }), text: t("no_match.text") }),
    onFailed(state, { loginNeeded, message, link }) {
      if (loginNeeded) return;
      // what the member has to do first stands there
      const title = link === undefined ? t(state.liked ? "failed_unlike" : "failed", { name }) : message;
      toast({ title, tone: "bad", to: link });
    },
  };
  const { load, toggle } = useOutbox(createLike, tools);
  useEffect(() => {
    if (load({ liked, match })) setLikeState({ liked, match });
  }, [load, liked, match]);

  return { ...likeState, toggle: () => toggle(performance.now()) };
}
