import type { LikeEntry, LikesAnswer } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";

export const likeTypes = ["received", "sent", "matches"] as const;
export type LikeType = (typeof likeTypes)[number];

/** The kind of likes in an address: received if it names none, null if it names something else. */
export function likeTypeOf(param: string | undefined): LikeType | null {
  return param === undefined ? "received" : (likeTypes.find((type) => type === param) ?? null);
}

export function likesOf(likes: LikesAnswer, type: LikeType): readonly LikeEntry[] {
  return { received: likes.liked_by, sent: likes.liked, matches: likes.matches }[type];
}

export type ShownLike = LikeEntry & { member: Card };

/** The likes of a kind with their members, in order; members who are no longer shown are left out. */
export function pickLikes(likes: LikesAnswer, type: LikeType): ShownLike[] {
  const members = new Map(likes.profiles.map((member) => [member.id, member]));
  return likesOf(likes, type).flatMap((like) => {
    const member = members.get(like.id);
    return member ? [{ ...like, member }] : [];
  });
}

/** The lists after the viewer liked a member or took the like back; an unliked member stays, to be liked again. */
export function changeLikes(likes: LikesAnswer, id: string, change: Pick<Card, "liked" | "match">): LikesAnswer {
  return {
    ...likes,
    profiles: likes.profiles.map((member) => (member.id === id ? { ...member, ...change } : member)),
  };
}
