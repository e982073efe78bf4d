import { type LikeEntry, type LikesAnswer, type LikeType, likeTypes } from "#contract/likes.ts";
import type { Card } from "#contract/profiles.ts";
import { isByPerson, mayAskAbout } from "./introduction-rules.ts";

/** The kind of likes in an address: received if it names none, null if it names something else. */
export function readLikeType(param: string | undefined): LikeType | null {
  return param === undefined ? "received" : (likeTypes.find((type) => type === param) ?? null);
}

export function getLikesOfType(likes: LikesAnswer, type: LikeType): readonly LikeEntry[] {
  return { received: likes.liked_by, sent: likes.liked, matches: likes.matches }[type];
}

export type ShownLike = LikeEntry & { member: Card };

/** The likes of a kind with their members, in order; members who are no longer shown are left out. */
export function pickLikes(likes: LikesAnswer, type: LikeType): ShownLike[] {
  const members = new Map(likes.profiles.map((member) => [member.id, member]));
  return getLikesOfType(likes, type).flatMap((like) => {
    const member = members.get(like.id);
    return member ? [{ ...like, member }] : [];
  });
}

/**
 * The likes of a kind that people gave themselves, and the others: automatic ones and those of fictional profiles
 * (D11.7). What the member sent is all their own; a match with a person stays one if an introduction led to it.
 */
export function splitLikes(likes: LikesAnswer, type: LikeType): { byPeople: ShownLike[]; others: ShownLike[] } {
  const picked = pickLikes(likes, type);
  const isOwn = ({ automatic, member }: ShownLike) =>
    type === "sent" || isByPerson({ automatic: automatic && type !== "matches", member });
  return { byPeople: picked.filter(isOwn), others: picked.filter((like) => !isOwn(like)) };
}

/** The sender of the newest unseen like that the like dialog may open for. */
export function pickNewLiker(likes: LikesAnswer): Card | undefined {
  return pickLikes(likes, "received").find(({ like_new, member }) => like_new && mayAskAbout(member))?.member;
}

/**
 * Merges the live first pages with the further pages that were loaded; each like appears once. Members who were
 * `hidden` since are left out of the further pages, also of one that was on its way.
 */
export function withPages(likes: LikesAnswer, pages: readonly LikesAnswer[], hidden: readonly string[]): LikesAnswer {
  const answers = [likes, ...pages];
  const further = pages.map(({ profiles }) => profiles.filter(({ id }) => !hidden.includes(id)));
  return {
    ...likes,
    profiles: mergeById([likes.profiles, ...further]),
    liked_by: mergeById(answers.map(({ liked_by }) => liked_by)).sort(compareNewestFirst),
    liked: mergeById(answers.map(({ liked }) => liked)).sort(compareNewestFirst),
    matches: mergeById(answers.map(({ matches }) => matches)).sort(compareNewestFirst),
  };
}

/** All entries, each once. If several lists have an entry, that of the first list wins: it is the newest. */
function mergeById<T extends { id: string }>(lists: readonly (readonly T[])[]): T[] {
  const byId = new Map<string, T>();
  for (const list of lists.toReversed()) {
    for (const entry of list) byId.set(entry.id, entry);
  }
  return [...byId.values()];
}

function compareNewestFirst(a: LikeEntry, b: LikeEntry): number {
  if (a.created_at === b.created_at) return 0;
  return a.created_at < b.created_at ? 1 : -1;
}

/** The lists after the viewer liked a member or took the like back; an unliked member stays, to be liked again. */
export function changeLikes(likes: LikesAnswer, id: string, change: Pick<Card, "liked" | "match">): LikesAnswer {
  return {
    ...likes,
    profiles: likes.profiles.map((member) => (member.id === id ? { ...member, ...change } : member)),
  };
}
