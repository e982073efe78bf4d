import { pathIn } from "#contract/languages.ts";
import type { WeeklyKind } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { type MailJobData, type MailParams, sendMassMailJob } from "#server/features/mails/index.ts";
import { siteOrigin } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import type { NewsContext } from "./find-news.ts";
import { onlineMs } from "./notice-rules.ts";
import { findReceiver } from "./notices-store.ts";
import { siteFinder } from "./site-finder.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";
import { inactiveMs, isWeeklyTime, minIntervalMs, weeklyTimeZone } from "./weekly-rules.ts";
import { claimWeek, findSubscribers, type Subscriber } from "./weekly-store.ts";

/** How many subscribers are looked at with one query. */
const atOnce = 500;

/**
 * A weekly mail: its parameters, the path of its button (without the language's prefix), and the members it is about.
 */
export type WeeklyContent<Kind extends WeeklyKind> = {
  params: Omit<MailParams[Kind], "name" | "link" | "token">;
  path: string;
  about: string[];
};

/** Writes a member's mail; null if there is nothing to say. */
export type WriteWeekly<Kind extends WeeklyKind> = (context: NewsContext) => Promise<WeeklyContent<Kind> | null>;

/**
 * Sends a kind of weekly mail to the members who chose it, are not online, and got none this week (D9.1). Run it
 * several times an hour; a second run sends nothing twice.
 */
export async function sendWeekly<Kind extends WeeklyKind>(
  services: Services,
  kind: Kind,
  write: WriteWeekly<Kind>,
): Promise<void> {
  const { db, clock, log } = services;
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const last = before(minIntervalMs);
  const siteOf = siteFinder(services);

  async function sendTo(trx: Db, accountId: string): Promise<void> {
    const receiver = await findReceiver(trx, accountId);
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
  let subscribers: Subscriber[] = [];
  do {
    subscribers = await findSubscribers(db, kind, since, { after: subscribers.at(-1)?.id, limit: atOnce });
    for (const { id, country, time_zone } of subscribers) {
      if (!isWeeklyTime(kind, weeklyTimeZone(time_zone, country), now)) continue;
      try {
        await inTransaction(db, (trx) => sendTo(trx, id));
      } catch (error) {
        log.error({ err: error, memberId: id, kind }, "a weekly mail could not be written");
      }
    }
  } while (subscribers.length === atOnce);
}
