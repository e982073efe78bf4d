import * as contract from "#contract/likes.ts";
import { lockPair } from "#server/db/lock-pair.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { introduceMember } from "./introduce-member.ts";
import { likeMember } from "./like-member.ts";
import { deleteLike, findLikes, markSeen } from "./store.ts";

export const likesRoutes: Handler[] = [
  handle(contract.getLikes, async (ctx) => {
    const { received, sent, matches } = await findLikes(ctx.db, ctx.viewer.memberId);
    const ids = [...new Set([...received, ...sent, ...matches].map((row) => row.id))];
    const profiles = await loadCards(ctx, ids);
    const shown = new Set(profiles.map((profile) => profile.id));
    const entries = (rows: readonly { id: string; created_at: Date; seen?: boolean; automatic?: boolean }[]) =>
      rows
        .filter((row) => shown.has(row.id))
        .map(({ id, seen, automatic = false, created_at }) => {
          return { id, like_new: seen === false, automatic, created_at: created_at.toISOString() };
        });
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
  handle(contract.autoLike, async (ctx) => {
    const from = await introduceMember(ctx.db, ctx.viewer.memberId, ctx.now);
    const [profile] = from ? await loadCards(ctx, [from]) : [];
    return { profile: profile ?? null };
  }),
];
