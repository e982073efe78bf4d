import { type LikeEntry, type LikesAnswer, type LikeType, likeTypes } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";

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

/** Merges the live first pages with the further pages that were loaded; each like appears once. */
export function withPages(likes: LikesAnswer, pages: readonly LikesAnswer[]): LikesAnswer {
  const all = [likes, ...pages];
  const once = <T extends { id: string }>(lists: readonly (readonly T[])[]) => [
    ...new Map(lists.toReversed().flatMap((list) => list.map((entry) => [entry.id, entry] as const))).values(),
  ];
  const inOrder = (lists: readonly (readonly LikeEntry[])[]) =>
    once(lists).sort((a, b) => (a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? 1 : -1));
  return {
    ...likes,
    profiles: once(all.map(({ profiles }) => profiles)),
    liked_by: inOrder(all.map(({ liked_by }) => liked_by)),
    liked: inOrder(all.map(({ liked }) => liked)),
    matches: inOrder(all.map(({ matches }) => matches)),
  };
}

/** The lists after the viewer liked a member or took the like back; an unliked member stays, to be liked again. */
export function changeLikes(likes: LikesAnswer, id: string, change: Pick<Card, "liked" | "match">): LikesAnswer {
  return {
    ...likes,
    profiles: likes.profiles.map((member) => (member.id === id ? { ...member, ...change } : member)),
  };
}
