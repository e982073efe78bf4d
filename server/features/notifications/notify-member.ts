import { hourMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { findNews, type News } from "./find-news.ts";
import { maxNewsAgeMs } from "./notice-rules.ts";
import {
  findOpenNotices,
  findReceiver,
  findSent,
  lockMember,
  type OpenNotice,
  type Progress,
  updateNotices,
} from "./notices-store.ts";
import { preferencesOf } from "./preferences.ts";
import { groupPushes, pushNotices } from "./push-notices.ts";
import { findSubscriptions } from "./push-store.ts";
import { mailNotices, type NoticeDelivery, type Outcome } from "./send-notice-mail.ts";

const sinceMs = 26 * hourMs;

const earlierOf = (a: Date | null, b: Date | null) => (a === null || (b !== null && b < a) ? b : a);
const isUnsent = (sentAt: Date | null, { notice }: News) => sentAt === null || sentAt < notice.happened_at;

/** Queues the mails and pushes that are due, and records the outcome of each piece of news in `progress`. */
async function deliverNews(
  delivery: NoticeDelivery,
  news: readonly News[],
  progress: Map<OpenNotice, Progress>,
): Promise<void> {
  const { db, services, receiver, now } = delivery;
  const sent = [...delivery.sent];
  const { preferences, disabled } = await preferencesOf(db, receiver.id);
  const record = (group: readonly News[], { settled, next }: Outcome, field: "mailedAt" | "pushedAt") => {
    for (const { notice } of group) {
      const entry = progress.get(notice);
      if (!entry) continue;
      if (settled) entry[field] = now;
      entry.dueAt = earlierOf(entry.dueAt, next);
    }
  };
  const toMail = news.filter(
    (item) => disabled.length === 0 && preferences[item.notice.kind].email && isUnsent(item.notice.mailed_at, item),
  );
  for (const group of Map.groupBy(toMail, ({ notice }) => notice.kind).values()) {
    record(group, await mailNotices(delivery, group), "mailedAt");
  }
  const devices = services.push.publicKey === "" ? [] : await findSubscriptions(db, receiver.id, now);
  const unsent = news.filter((item) => preferences[item.notice.kind].push && isUnsent(item.notice.pushed_at, item));
  for (const group of groupPushes(unsent)) {
    const outcome = await pushNotices({ ...delivery, sent }, devices, group);
    // counts towards the day's limit for the next groups
    const [first] = group;
    if (outcome.settled && first) sent.push({ kind: first.notice.kind, channel: "push", at: now });
    record(group, outcome, "pushedAt");
  }
}

/**
 * Handles all open notices of a member (D9.1): queues the mails and pushes that are due, schedules the others, and
 * settles notices that the member has seen meanwhile, does not want, or that are older than a day. Runs in one
 * transaction with the jobs that send (rule 7). Does nothing if another worker has the lock.
 */
export async function notifyMember(
  services: Services,
  db: Db,
  memberId: string,
  siteOf: (id: number) => Promise<Site>,
): Promise<void> {
  if (!(await lockMember(db, memberId))) return;
  const now = services.clock.now();
  const receiver = await findReceiver(db, memberId);
  const open = await findOpenNotices(db, memberId);
  const progress = new Map<OpenNotice, Progress>(
    open.map((notice) => [notice, { dueAt: null, mailedAt: notice.mailed_at, pushedAt: notice.pushed_at }]),
  );
  if (receiver?.status === "active") {
    const recent = open.filter((notice) => now.getTime() - notice.happened_at.getTime() < maxNewsAgeMs);
    const language = languageOf(receiver.language);
    const newsContext = {
      db,
      definitions: services.notices,
      site: await siteOf(receiver.site_id),
      receiver,
      language,
      now,
    };
    const news = await findNews(newsContext, recent);
    const sent = await findSent(db, memberId, new Date(now.getTime() - sinceMs));
    await deliverNews({ ...newsContext, services, sent }, news, progress);
  }
  await updateNotices(db, memberId, progress);
}
