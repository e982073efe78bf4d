import { createHash } from "node:crypto";
import type { NoticeKind } from "#contract/notifications.ts";
import { namesOf } from "#server/features/mails/index.ts";
import { fictionalWords } from "#server/features/sites/index.ts";
import { pagePrefix } from "#server/http/language.ts";
import type { News } from "./find-news.ts";
import { lastSent, pushesADay, whenToPush } from "./notice-rules.ts";
import { pathOf } from "./notice-words.ts";
import { insertSent } from "./notices-store.ts";
import { isSameDay, whenQuiet } from "./quiet-hours.ts";
import type { NoticeDelivery, Outcome } from "./send-notice-mail.ts";
import { sendPushJob } from "./send-push.ts";

/** A device that takes pushes, and where it is. */
export type Device = { id: string; time_zone: string };

const longestMs = 12 * 3_600_000;

const isGathered = (kind: NoticeKind) => kind === "like" || kind === "visitor";

/** News that come as one push and replace each other: a chat's, a match's, all likes, all visits (ux: grouped). */
export function groupPushes(news: readonly News[]): News[][] {
  const groups = Map.groupBy(news, ({ notice }) =>
    isGathered(notice.kind) ? notice.kind : `${notice.kind} ${notice.from_id}`,
  );
  return [...groups.values()];
}

function titleOf({ services, site, language }: NoticeDelivery, news: readonly News[]): string {
  const { fictional_warning: label } = fictionalWords(services.texts, site, language);
  const wording = {
    language,
    text: (key: string, params = {}) => services.texts.t(language, `mails:${key}`, params),
    fictional: { icon: site.settings.fictional_icon, label },
  };
  const people = news.slice(0, 2).map(({ person }) => person);
  const names = namesOf(people, news.length, wording);
  return wording.text(`${news[0]?.notice.kind}.subject`, { names, count: news.length });
}

/**
 * Sends a push for one group of news to each device where it is not night, if it is time. Beyond five a day there is
 * none, and none of that later (D9.1).
 */
export async function pushNotices(
  delivery: NoticeDelivery,
  devices: readonly Device[],
  news: readonly News[],
): Promise<Outcome> {
  const { services, db, receiver, language, now, sent } = delivery;
  const [first] = news;
  const [home] = devices;
  if (!first || !home) return { told: false, next: null };
  const today = sent.filter(({ channel, at }) => channel === "push" && isSameDay(home.time_zone, at, now));
  // given up, not put off: tomorrow has its own news
  if (today.length >= pushesADay) return { told: true, next: null };
  const { last_active_at: lastActiveAt } = receiver;
  const { kind, from_id } = first.notice;
  const lastPushAt = lastSent(sent, kind, "push");
  const when = (timeZone: string) =>
    Math.min(
      ...news.map(({ notice: { happened_at: happenedAt, pushed_at: pushedAt } }) =>
        whenToPush({ kind, happenedAt, lastActiveAt, pushedAt, lastPushAt, timeZone }).getTime(),
      ),
    );
  const awake = devices.filter((device) => when(device.time_zone) <= now.getTime());
  if (awake.length === 0) {
    return { told: false, next: new Date(Math.min(...devices.map((device) => when(device.time_zone)))) };
  }
  const tag = isGathered(kind) ? kind : `${kind}-${from_id}`;
  for (const { id, time_zone } of awake) {
    const night = whenQuiet(time_zone, now).getTime();
    await services.jobs.add(db, sendPushJob, {
      subscriptionId: id,
      accountId: receiver.id,
      about: news.map(({ notice }) => notice.from_id),
      title: titleOf(delivery, news),
      url: `${pagePrefix(language)}${pathOf(news)}`,
      language,
      tag,
      topic: createHash("sha256").update(`${id} ${tag}`).digest("base64url").slice(0, 32),
      urgent: kind === "message",
      until: new Date(Math.min(night, now.getTime() + longestMs)).toISOString(),
    });
  }
  await insertSent(db, receiver.id, { kind, channel: "push", at: now });
  return { told: true, next: null };
}
