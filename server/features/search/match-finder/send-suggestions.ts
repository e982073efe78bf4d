import { z } from "zod";
import { findChattedWith } from "#server/features/chat/index.ts";
import { sendWeekly, type WeeklyContent } from "#server/features/notifications/index.ts";
import type { ViewContext } from "#server/features/profiles/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { findBestNewMembers } from "./find-best-members.ts";

/** A mail shows this many members. */
const membersPerMail = 6;

/** Returns null if there are none: the mail neither repeats members nor ignores a preference to fill up. */
async function writeSuggestions(
  ctx: ViewContext & { viewer: { memberId: string } },
): Promise<WeeklyContent<"suggestions"> | null> {
  const best = await findBestNewMembers(ctx);
  const ids = best.map(({ id }) => id);
  const chatted = await findChattedWith(ctx.db, ctx.viewer.memberId, ids);
  const members = best.filter(({ id }) => !chatted.has(id)).slice(0, membersPerMail);
  if (members.length === 0) return null;
  const people = members.map(({ name, fictional, automatic, age, city, match_percentage: percentage }) => {
    const author = "member" as const;
    return { name, fictional, author, ...(automatic ? { automatic } : {}), age, city, percentage };
  });
  return { params: { people }, path: "/members?new=1&sort=best", about: members.map(({ id }) => id) };
}

/** Sends the weekly suggestions on Thursday evenings, in the member's time zone. */
export const sendSuggestions = defineJob({
  name: "send-suggestions",
  data: z.object({}),
  // in UTC, Thursday evenings of all time zones are between early Thursday and Friday morning
  every: "*/15 * * * 4,5",
  run: (services) =>
    sendWeekly(services, "suggestions", ({ receiver, ...context }) =>
      writeSuggestions({ ...context, viewer: { memberId: receiver.id } }),
    ),
});
