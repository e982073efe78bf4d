import type { AnswerOdds, UnmetWish } from "#contract/first-messages.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findUnmetWishes } from "./assert-may-write.ts";
import { findOdds } from "./odds-store.ts";

type BeforeWriting = { answer_odds: AnswerOdds | null; unmet_wishes: UnmetWish[] };

/**
 * What a page says before the viewer writes to a member for the first time: how likely an answer is (R10.03), and
 * whether the member lets them write (R10.05). Nothing once they have a chat, or about themselves. The caller has
 * checked that the viewer may see the member.
 */
export async function loadBeforeWriting(
  { db, site, viewer, now }: Pick<MemberContext, "db" | "site" | "viewer" | "now">,
  memberId: string,
  { haveChat }: { haveChat: boolean },
): Promise<BeforeWriting> {
  if (haveChat || memberId === viewer.memberId) return { answer_odds: null, unmet_wishes: [] };
  const [answer_odds, unmet_wishes] = await Promise.all([
    findOdds(db, memberId),
    findUnmetWishes(db, site.id, { from: viewer.memberId, to: memberId, now }),
  ]);
  return { answer_odds, unmet_wishes };
}
