import { pathIn } from "#contract/languages.ts";
import { sendMassMailJob } from "#server/features/mails/index.ts";
import type { Services } from "#server/services.ts";
import { siteOrigin } from "#server/site.ts";
import type { News, NewsContext } from "./find-news.ts";
import { attachmentKindOf, pathOf } from "./find-news.ts";
import { lastSent, whenToMail } from "./notice-rules.ts";
import { insertSent, type SentNotice } from "./notices-store.ts";
import { unsubscribeToken } from "./unsubscribe.ts";

export type NoticeDelivery = NewsContext & { services: Services; sent: readonly SentNotice[] };

/** A notice is settled (sent or dropped), due again at `next`, or neither if there is nothing to send. */
export type Outcome = { settled: boolean; next: Date | null };

const namesShown = 3;

/** Sends one mail for all the news of a kind, if it is due; never more than one an hour (D9.1). */
export async function mailNotices(delivery: NoticeDelivery, news: readonly News[]): Promise<Outcome> {
  const { services, db, site, receiver, language, now, sent } = delivery;
  const [any] = news;
  if (!any) return { settled: false, next: null };
  const { kind, pace } = any.definition;
  const lastMailAt = lastSent(sent, kind, "email");
  const times = news.map(({ notice }) =>
    whenToMail({ pace, happenedAt: notice.happened_at, lastActiveAt: receiver.last_active_at, lastMailAt }).getTime(),
  );
  const first = new Date(Math.min(...times));
  if (first > now) return { settled: false, next: first };
  const newest = news.toSorted((a, b) => b.notice.happened_at.getTime() - a.notice.happened_at.getTime());
  await services.jobs.add(db, sendMassMailJob, {
    siteId: site.id,
    accountId: receiver.id,
    about: newest.map(({ notice }) => notice.from_id),
    to: receiver.email,
    language,
    origin: siteOrigin(site, services.config),
    kind,
    params: {
      name: receiver.name,
      link: pathIn(language, pathOf(newest)),
      token: unsubscribeToken(services.config.secret, receiver.id, kind),
      people: newest.slice(0, namesShown).map(({ person }) => person),
      count: newest.length,
      carries: attachmentKindOf(newest),
    },
  });
  await insertSent(db, receiver.id, { kind, channel: "email", at: now });
  return { settled: true, next: null };
}
