import { noticeKinds } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import { findNews, type News } from "./find-news.ts";
import { worthMs } from "./notice-rules.ts";
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

const sinceMs = 26 * 3_600_000;

const earlier = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other < one) ? other : one;
const isOwed = (told: Date | null, { notice }: News) => told === null || told < notice.happened_at;

/** Mails and pushes what is time for, and notes of each piece of news what became of it. */
async function deliver(
  delivery: NoticeDelivery,
  news: readonly News[],
  progress: Map<OpenNotice, Progress>,
): Promise<void> {
  const { db, services, receiver, now } = delivery;
  const sent = [...delivery.sent];
  const { preferences, disabled } = await preferencesOf(db, receiver.id);
  const note = (group: readonly News[], { told, next }: Outcome, field: "mailedAt" | "pushedAt") => {
    for (const { notice } of group) {
      const kept = progress.get(notice);
      if (!kept) continue;
      if (told) kept[field] = now;
      kept.dueAt = earlier(kept.dueAt, next);
    }
  };
  for (const kind of noticeKinds) {
    const wanted = disabled.length === 0 && preferences[kind].email;
    const owed = news.filter((each) => wanted && each.notice.kind === kind && isOwed(each.notice.mailed_at, each));
    note(owed, await mailNotices(delivery, kind, owed), "mailedAt");
  }
  const devices = services.push.publicKey === "" ? [] : await findSubscriptions(db, receiver.id, now);
  const owed = news.filter((each) => preferences[each.notice.kind].push && isOwed(each.notice.pushed_at, each));
  for (const group of groupPushes(owed)) {
    const outcome = await pushNotices({ ...delivery, sent }, devices, group);
    // counts for the day's limit of the next ones
    const [first] = group;
    if (outcome.told && first) sent.push({ kind: first.notice.kind, channel: "push", at: now });
    note(group, outcome, "pushedAt");
  }
}

/**
 * Looks at all that a member is to be told of (D9.1): mails and pushes what it is time for, notes when to look again, and
 * settles what they have seen meanwhile, do not want, or what is older than a day. In one transaction with the jobs that
 * send it (rule 7). Does nothing where another worker is at it.
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
    const recent = open.filter((notice) => now.getTime() - notice.happened_at.getTime() < worthMs);
    const language = languageOf(receiver.language);
    const looking = { db, sources: services.news, site: await siteOf(receiver.site_id), receiver, language, now };
    const news = await findNews(looking, recent);
    const sent = await findSent(db, memberId, new Date(now.getTime() - sinceMs));
    await deliver({ ...looking, services, sent }, news, progress);
  }
  await updateNotices(db, memberId, progress);
}
