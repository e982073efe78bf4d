import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { seeLike } from "#contract/likes.ts";
import { call } from "#web/lib/call.ts";
import { likesQuery } from "#web/lib/live-queries.ts";

/** R4.18: opening a profile marks that member's like of the viewer as seen, and no other. */
export function useSeeLike(id: string, likesYou: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!likesYou) return;
    call(seeLike, { body: { id } }).then(
      async () => {
        client.setQueryData(likesQuery.queryKey, (likes) =>
          likes
            ? {
                ...likes,
                new_likes: likes.new_likes - (likes.liked_by.some((like) => like.id === id && like.like_new) ? 1 : 0),
                liked_by: likes.liked_by.map((like) => (like.id === id ? { ...like, like_new: false } : like)),
              }
            : likes,
        );
        await client.refetchQueries({ queryKey: likesQuery.queryKey });
      },
      // the badge stays; the next visit retries
      () => {},
    );
  }, [client, id, likesYou]);
}
