import type { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { type agree as agreeCall, termsLaterDays } from "#contract/terms.ts";
import { agreeAgain } from "#server/features/profiles/index.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { answerTerms } from "./store.ts";

export async function agree(ctx: Mutating<MemberContext>, to: z.output<typeof agreeCall.body>["to"]): Promise<void> {
  if (to === "consent") return await agreeAgain(ctx);
  const { db, viewer, now } = ctx;
  const laterUntil = to === "terms_later" ? new Date(now.getTime() + termsLaterDays * dayMs) : null;
  await answerTerms(db, viewer.memberId, { laterUntil, now });
}
