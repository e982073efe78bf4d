import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type LikesAnswer, seeLike } from "#contract/likes.ts";
import { callByItself } from "#web/lib/call.ts";
import { likesQuery } from "#web/member-parts/live-queries.ts";
import { isByPerson } from "./introduction-rules.ts";

/** The likes after the member's like of the viewer was seen; the number of new likes falls if it was new. */
function withSeenLike(likes: LikesAnswer, memberId: string): LikesAnswer {
  const member = likes.profiles.find((profile) => profile.id === memberId);
  const like = likes.liked_by.find(({ id }) => id === memberId);
  const wasNew = like?.like_new && member && isByPerson({ automatic: like.automatic, member });
  return {
    ...likes,
    new_likes: wasNew ? likes.new_likes - 1 : likes.new_likes,
    liked_by: likes.liked_by.map((like) => (like.id === memberId ? { ...like, like_new: false } : like)),
  };
}

/** Opening a profile, or the dialog of a match, marks that member's like of the viewer as seen, and no other. */
export function useSeeLike(id: string, likesYou: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!likesYou) return;
    callByItself(seeLike, { body: { id } }).then(
      async () => {
        client.setQueryData(likesQuery.queryKey, (likes) => likes && withSeenLike(likes, id));
        await client.refetchQueries({ queryKey: likesQuery.queryKey });
      },
      // the badge stays; the next visit retries
      () => {},
    );
  }, [client, id, likesYou]);
}
