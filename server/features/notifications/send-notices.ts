import { hourMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { languageOf } from "#server/http/language.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { findNews, type News, siteFinder } from "./find-news.ts";
import { maxNewsAgeMs } from "./notice-rules.ts";
import {
  findDueMembers,
  findNoticeReceiver,
  findOpenNotices,
  findSentNotices,
  lockNoticesOf,
  type OpenNotice,
  type Progress,
  postponeNotices,
  updateNotices,
} from "./notices-store.ts";
import { collectNews } from "./notify.ts";
import { preferencesOf } from "./preferences.ts";
import { groupPushes, pushNotices } from "./push-notices.ts";
import { findSubscriptions } from "./push-store.ts";
import { mailNotices, type NoticeDelivery, type Outcome } from "./send-notice-mail.ts";

const sinceMs = 26 * hourMs;

const earlierOf = (a: Date | null, b: Date | null) => (a === null || (b !== null && b < a) ? b : a);
const isUnsent = (sentAt: Date | null, { notice }: News) => sentAt === null || sentAt < notice.happened_at;

/** What a channel did with notices; none of those that it was not asked to send. */
type Outcomes = ReadonlyMap<OpenNotice, Outcome>;
const outcomesOf = (news: readonly News[], outcome: Outcome) => news.map(({ notice }) => [notice, outcome] as const);

async function mailNews(delivery: NoticeDelivery, news: readonly News[]): Promise<Outcomes> {
  const outcomes: (readonly [OpenNotice, Outcome])[] = [];
  const unsent = news.filter((item) => isUnsent(item.notice.mailed_at, item));
  for (const group of Map.groupBy(unsent, ({ notice }) => notice.kind).values()) {
    outcomes.push(...outcomesOf(group, await mailNotices(delivery, group)));
  }
  return new Map(outcomes);
}

/** Queues the pushes that are due: at most one for each group, and so many a day. */
async function pushNews(delivery: NoticeDelivery, news: readonly News[]): Promise<Outcomes> {
  const { db, services, receiver, now } = delivery;
  const outcomes: (readonly [OpenNotice, Outcome])[] = [];
  const devices = services.push.publicKey === "" ? [] : await findSubscriptions(db, receiver.id, now);
  let { sent } = delivery;
  for (const group of groupPushes(news.filter((item) => isUnsent(item.notice.pushed_at, item)))) {
    const outcome = await pushNotices({ ...delivery, sent }, devices, group);
    // counts towards the day's limit for the next groups
    const [first] = group;
    if (outcome.settled && first) sent = [...sent, { kind: first.notice.kind, channel: "push", at: now }];
    outcomes.push(...outcomesOf(group, outcome));
  }
  return new Map(outcomes);
}

/** Queues the mails and pushes that are due and wanted; returns what to record of each open notice. */
async function deliverNews(delivery: NoticeDelivery, news: readonly News[], open: readonly OpenNotice[]) {
  const { preferences, disabled } = await preferencesOf(delivery.db, delivery.receiver.id);
  const newsFor = (channel: "email" | "push") => news.filter(({ notice }) => preferences[notice.kind][channel]);
  const mailed = await mailNews(delivery, disabled.length === 0 ? newsFor("email") : []);
  const pushed = await pushNews(delivery, newsFor("push"));
  return open.map((notice): [OpenNotice, Progress] => {
    const [mail, push] = [mailed.get(notice), pushed.get(notice)];
    const dueAt = earlierOf(mail?.next ?? null, push?.next ?? null);
    const mailedAt = mail?.settled ? delivery.now : notice.mailed_at;
    const pushedAt = push?.settled ? delivery.now : notice.pushed_at;
    return [notice, { dueAt, mailedAt, pushedAt }];
  });
}

/**
 * Queues the mails and pushes that are due, in a transaction, and settles those that are seen, unwanted or older than a
 * day. Does nothing if another worker has the lock.
 */
async function notifyMember(
  services: Services,
  db: Db,
  memberId: string,
  siteOf: (id: number) => Promise<Site>,
): Promise<void> {
  if (!(await lockNoticesOf(db, memberId))) return;
  const now = services.clock.now();
  const receiver = await findNoticeReceiver(db, memberId, now);
  const open = await findOpenNotices(db, memberId);
  if (receiver?.status !== "active") {
    const settled = open.map(
      (notice) => [notice, { dueAt: null, mailedAt: notice.mailed_at, pushedAt: notice.pushed_at }] as const,
    );
    return await updateNotices(db, memberId, new Map(settled));
  }
  const recent = open.filter((notice) => now.getTime() - notice.happened_at.getTime() < maxNewsAgeMs);
  const language = languageOf(receiver.language);
  const site = await siteOf(receiver.site_id);
  const newsContext = { db, definitions: services.notices, site, receiver, language, now };
  const news = await findNews(newsContext, recent);
  const sent = await findSentNotices(db, memberId, new Date(now.getTime() - sinceMs));
  await updateNotices(db, memberId, new Map(await deliverNews({ ...newsContext, services, sent }, news, open)));
}

const batchSize = 500;
const retryMs = 10 * 60_000;

/** Notifies members who are away. A failure for one does not affect the others, and is retried. */
export const sendNoticesJob = defineScheduledJob({
  name: "send-notices",
  every: { seconds: 10 },
  async run(services) {
    const { db, clock } = services;
    await collectNews(db, services.notices, clock.now());
    const siteOf = siteFinder(services);
    const due = await findDueMembers(db, clock.now(), batchSize);
    const failure = { failure: "a member could not be notified", about: (memberId: string) => ({ memberId }) };
    await forEachRow(services, due, failure, async (memberId, inRow) => {
      try {
        await inRow((trx) => notifyMember(services, trx, memberId, siteOf));
      } catch (error) {
        await inRow((trx) => postponeNotices(trx, memberId, new Date(clock.now().getTime() + retryMs)));
        throw error;
      }
    });
  },
});
