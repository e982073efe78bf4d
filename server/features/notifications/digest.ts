import { dayMs } from "#contract/durations.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { findNews, type NewsContext } from "./find-news.ts";
import { pathOf } from "./notice-words.ts";
import { findNoticesSince } from "./notices-store.ts";
import { sendWeekly, type WeeklyContent } from "./send-weekly.ts";

const week = 7 * dayMs;
/** A line names this many members and counts the others. */
const namesShown = 3;

/** The member's news of the last week that they have not seen yet; null if there is none. */
async function writeDigest(context: NewsContext): Promise<WeeklyContent<"digest"> | null> {
  const { db, receiver, now } = context;
  const news = await findNews(context, await findNoticesSince(db, receiver.id, new Date(now.getTime() - week)));
  const [first, ...others] = [...Map.groupBy(news, ({ notice }) => notice.kind)];
  if (!first) return null;
  const lines = [first, ...others].map(([kind, those]) => {
    const isNamed = those.every(({ definition }) => definition.isNamed);
    const people = those.slice(0, namesShown).map(({ person }) => person);
    return { kind, ...(isNamed && { people }), count: those.length };
  });
  const path = pathOf(first[1]);
  return { params: { lines }, path, about: [...new Set(news.map(({ notice }) => notice.from_id))] };
}

/** Sends the weekly digest on Sunday evenings, in the member's time zone. */
export const sendDigests = defineScheduledJob({
  name: "send-digests",
  // in UTC, Sunday evenings of all time zones are between early Sunday and Monday morning
  every: "*/15 * * * 0,1",
  run: (services) => sendWeekly(services, "digest", writeDigest),
});
