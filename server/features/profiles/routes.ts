import type { OwnProfile } from "#contract/profiles.ts";
import * as contract from "#contract/profiles.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import { loadProfile } from "./load-cards.ts";
import { toOwnProfile } from "./own-profile.ts";
import { saveProfile } from "./save-profile.ts";
import { setSexuality } from "./set-sexuality.ts";
import { findOwn } from "./store.ts";

async function presentOwn(ctx: MemberContext): Promise<OwnProfile> {
  const { memberId } = ctx.viewer;
  const [profile, own] = await Promise.all([loadProfile(ctx, memberId), findOwn(ctx.db, memberId)]);
  return toOwnProfile(own, profile, ctx.site.settings.visible_profile_fields);
}

export const profilesRoutes: Handler[] = [
  handle(contract.getOwnProfile, presentOwn),
  handle(contract.saveProfile, async (ctx, { body }) => {
    await saveProfile(ctx, body);
    return await presentOwn(ctx);
  }),
  handle(contract.setSexuality, async (ctx, { body }) => {
    await setSexuality(ctx, body.seeks);
    return { sexuality_consent: body.seeks !== null };
  }),
];
