import * as contract from "#contract/members.ts";
import { explicitInterests, interests } from "#contract/profiles.ts";
import { loadProfile } from "#server/features/profiles/load-cards.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { searchMembers } from "./search-members.ts";

export const membersRoutes: Handler[] = [
  handle(contract.searchMembers, (ctx, { query }) => searchMembers(ctx, query)),
  handle(contract.getMember, async (ctx, { query }) => {
    const profile = await loadProfile(ctx, query.id);
    if (!profile) throw fail("profile_not_found");
    return { profile };
  }),
  handle(contract.getInterests, async ({ viewer, language, platform }) => {
    const shown = viewer ? interests : interests.filter((code) => !explicitInterests.includes(code));
    return {
      interests: shown.map((code) => ({ code, name: platform.texts.t(language, `profiles:interest.${code}`) })),
    };
  }),
];
