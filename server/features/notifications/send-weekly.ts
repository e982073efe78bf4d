import { dayMs } from "#contract/durations.ts";
import { pathIn } from "#contract/languages.ts";
import type { WeeklyKind } from "#contract/notifications.ts";
import { timeZoneOr } from "#contract/time-zone.ts";
import type { Db } from "#server/db/pool.ts";
import { type MailJobData, type MailParams, sendMassMailJob } from "#server/features/mails/index.ts";
import { languageOf } from "#server/http/language.ts";
import { forEachRow, inBatches } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { siteOrigin } from "#server/site.ts";
import { findNews, type NewsContext, pathOf, siteFinder } from "./find-news.ts";
import { onlineMs } from "./notice-rules.ts";
import { findNoticeReceiver, findNoticesSince } from "./notices-store.ts";
import { localTimeIn } from "./quiet-hours.ts";
import { unsubscribeToken } from "./unsubscribe.ts";
import { claimWeek, findSubscribers, type Subscriber } from "./weekly-store.ts";

/** The local day of the week (0 is Sunday) on which each kind is sent, so that no day brings two of them. */
const weekdays: Record<WeeklyKind, number> = { digest: 0, suggestions: 4 };
/** Local hours. A member who is online gets theirs later, or none if online all that time. */
const hours = { from: 17, until: 21 };

/** The minimum time between two mails: less than a week, because the hour differs from week to week. */
const minIntervalMs = 6 * dayMs;
/** Members who were inactive for this long get no weekly mails. */
const inactiveMs = 180 * dayMs;

export function isWeeklyTime(kind: WeeklyKind, timeZone: string, now: Date): boolean {
  const local = localTimeIn(timeZone, now);
  const hour = local.minutes / 60;
  return new Date(local.day).getUTCDay() === weekdays[kind] && hour >= hours.from && hour < hours.until;
}

/** The time zone of a member's newest device with pushes, or else the first time zone of their country. */
export function weeklyTimeZone(device: string | null, country: string): string {
  const locale: Intl.Locale & { getTimeZones?(): string[] } = new Intl.Locale(`und-${country}`);
  const [first = "UTC"] = locale.getTimeZones?.() ?? [];
  return timeZoneOr(device ?? undefined, first);
}

const atOnce = 500;

/** `path`: of its button, without the language's prefix; `about`: the ids of the members in it. */
export type WeeklyContent<Kind extends WeeklyKind> = {
  params: Omit<MailParams[Kind], "name" | "link" | "token">;
  path: string;
  about: string[];
};

type WriteWeekly<Kind extends WeeklyKind> = (context: NewsContext) => Promise<WeeklyContent<Kind> | null>;

/** Sends to members who chose it and are not online. Run it several times an hour: nothing is sent twice. */
export async function sendWeekly<Kind extends WeeklyKind>(
  services: Services,
  kind: Kind,
  write: WriteWeekly<Kind>,
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const last = before(minIntervalMs);
  const siteOf = siteFinder(services);

  async function sendTo(trx: Db, accountId: string): Promise<void> {
    const receiver = await findNoticeReceiver(trx, accountId, now);
    if (!receiver || !(await claimWeek(trx, { accountId, kind, now, last }))) return;
    const site = await siteOf(receiver.site_id);
    const language = languageOf(receiver.language);
    const content = await write({ db: trx, definitions: services.notices, site, receiver, language, now });
    if (!content) return;
    const token = unsubscribeToken(services.config.secret, accountId, kind);
    const { params, path, about } = content;
    await services.jobs.add(trx, sendMassMailJob, {
      siteId: site.id,
      accountId,
      about,
      to: receiver.email,
      language,
      origin: siteOrigin(site, services.config),
      kind,
      params: { ...params, name: receiver.name, link: pathIn(language, path), token },
    } as unknown as MailJobData);
  }

  const since = { last, activeAfter: before(inactiveMs), activeBefore: before(onlineMs) };
  const subscribers = inBatches(
    (after: Subscriber | undefined, limit) => findSubscribers(db, kind, since, { after: after?.id, limit }),
    atOnce,
  );
  const failure = {
    failure: "a weekly mail could not be written",
    about: ({ id: memberId }: Subscriber) => ({ memberId, kind }),
  };
  await forEachRow(services, subscribers, failure, async ({ id, country, time_zone }, inRow) => {
    if (isWeeklyTime(kind, weeklyTimeZone(time_zone, country), now)) await inRow((trx) => sendTo(trx, id));
  });
}

const week = 7 * dayMs;
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
