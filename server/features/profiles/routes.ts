import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import { loadProfile } from "./load-cards.ts";
import { findViewer, updateProfile } from "./store.ts";

async function presentOwn(ctx: MemberContext) {
  const [profile, own] = await Promise.all([
    loadProfile(ctx, ctx.viewer.memberId),
    findViewer(ctx.db, ctx.viewer.memberId),
  ]);
  if (!profile) throw fail("authentication_required");
  return { profile, about_me: own.about_me, hides_fictional: own.hides_fictional };
}

export const profilesRoutes: Handler[] = [
  handle(getOwnProfile, presentOwn),
  handle(saveProfile, async (ctx, { body }) => {
    await updateProfile(ctx.db, ctx.viewer.memberId, body);
    return await presentOwn(ctx);
  }),
];
