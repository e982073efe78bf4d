import * as contract from "#contract/likes.ts";
import { lockPair } from "#server/db/locks.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { introduceMember } from "./introduce-member.ts";
import { likeMember } from "./like-member.ts";
import { deleteLike, markLikeSeen } from "./likes-store.ts";
import { listLikes } from "./list-likes.ts";

export const likesRoutes: Handler[] = [
  handle(contract.getLikes, (ctx, { query }) => listLikes(ctx, query)),
  handle(contract.likeMember, async (ctx, { body }) => {
    const { match } = await likeMember(ctx, ctx.viewer.memberId, body.id);
    return { liked: true, match };
  }),
  handle(contract.unlikeMember, async ({ db, viewer }, { body }) => {
    const pair = await lockPair(db, viewer.memberId, body.id);
    await deleteLike(pair, viewer.memberId, body.id);
    return { liked: false };
  }),
  handle(contract.seeLike, async ({ db, viewer }, { body }) => {
    await markLikeSeen(db, body.id, viewer.memberId);
    return { like_new: false };
  }),
  handle(contract.autoLike, async (ctx) => {
    const introducedId = await introduceMember(ctx.db, ctx.viewer.memberId, ctx.now);
    const [profile] = introducedId ? await loadCards(ctx, [introducedId]) : [];
    return { profile: profile ?? null };
  }),
];
