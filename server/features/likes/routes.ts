import * as contract from "#contract/likes.ts";
import { loadCards } from "#server/features/profiles/load-cards.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { likeMember } from "./like-member.ts";
import { deleteLike, findLikes, lockPair, markSeen } from "./store.ts";

export const likesRoutes: Handler[] = [
  handle(contract.getLikes, async (ctx) => {
    const { received, sent, matches } = await findLikes(ctx.db, ctx.viewer.memberId);
    const ids = [...new Set([...received, ...sent, ...matches].map((row) => row.id))];
    const profiles = await loadCards(ctx, ids);
    const shown = new Set(profiles.map((profile) => profile.id));
    const entries = (rows: readonly { id: string; created_at: Date; seen?: boolean }[]) =>
      rows
        .filter((row) => shown.has(row.id))
        .map((row) => ({ id: row.id, like_new: row.seen === false, created_at: row.created_at.toISOString() }));
    return { profiles, liked_by: entries(received), liked: entries(sent), matches: entries(matches) };
  }),
  handle(contract.likeMember, (ctx, { body }) => likeMember(ctx, ctx.viewer.memberId, body.id)),
  handle(contract.unlikeMember, async ({ db, viewer }, { body }) => {
    await lockPair(db, viewer.memberId, body.id);
    await deleteLike(db, viewer.memberId, body.id);
    return { liked: false };
  }),
  handle(contract.seeLike, async ({ db, viewer }, { body }) => {
    await markSeen(db, body.id, viewer.memberId);
    return { like_new: false };
  }),
];
