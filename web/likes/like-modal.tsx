import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { seeLike } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";
import { callByItself } from "#web/lib/call.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { refreshLive } from "#web/member-parts/live-queries.ts";

export const loadLikeDialog = () => import("./like-dialog.tsx");
const LikeDialog = lazyPart(loadLikeDialog);

/**
 * The like modal and what follows: its image and its button lead to the sender's profile, which clears that
 * like (R4.18). Closing clears an introduction only: otherwise it would be shown again. The modal of an introduction
 * gives way to a message, a like or a match that arrives meanwhile.
 */
export function LikeModal({ member, onDone }: { member: Card; onDone: () => void }) {
  const client = useQueryClient();
  const { id, introduced } = member;
  const close = () => {
    onDone();
    if (!introduced) return;
    callByItself(seeLike, { body: { id } }).then(
      () => refreshLive(client, "likes"),
      // after a failure it is shown again at another visit
      () => {},
    );
  };
  useLiveEvent(({ type }) => {
    if (introduced && (type === "message" || type === "like" || type === "match")) onDone();
  });
  return (
    <Suspense fallback={null}>
      <LikeDialog member={member} onClose={close} onView={onDone} />
    </Suspense>
  );
}
