import { createHash } from "node:crypto";
import { hourMs } from "#contract/durations.ts";
import { pathIn } from "#contract/languages.ts";
import { namesOf, noticeKey } from "#server/features/mails/index.ts";
import { fictionalWords } from "#server/features/sites/index.ts";
import type { News } from "./find-news.ts";
import { lastSent, maxPushesPerDay, whenToPush } from "./notice-rules.ts";
import { attachmentKindOf, pathOf } from "./notice-words.ts";
import { insertSent } from "./notices-store.ts";
import { isSameDay, nextQuietTime } from "./quiet-hours.ts";
import type { NoticeDelivery, Outcome } from "./send-notice-mail.ts";
import { sendPushJob } from "./send-push.ts";

export type Device = { id: string; time_zone: string };

const maxTtlMs = 12 * hourMs;

/** Pushes of one tag replace each other: per chat, per match, all likes, all visits (ux: grouped). */
const tagOf = ({ notice, definition }: News) =>
  definition.isGrouped ? notice.kind : `${notice.kind}-${notice.from_id}`;

export const groupPushes = (news: readonly News[]): News[][] => [...Map.groupBy(news, tagOf).values()];

function titleOf({ services, site, language }: NoticeDelivery, news: readonly News[]): string {
  const { fictional_warning: label } = fictionalWords(services.texts, site, language);
  const wording = {
    language,
    text: (key: string, params = {}) => services.texts.t(language, `mails:${key}`, params),
    fictional: { icon: site.settings.fictional_icon, label },
  };
  const people = news.slice(0, 2).map(({ person }) => person);
  const names = namesOf(people, news.length, wording);
  const kind = news[0]?.notice.kind ?? "message";
  return wording.text(noticeKey(kind, attachmentKindOf(news), "subject"), { names, count: news.length });
}

/**
 * Sends a push for one group of news, if it is due, to each device in whose time zone it is not night. News beyond five
 * pushes a day gets none, then or later (D9.1).
 */
export async function pushNotices(
  delivery: NoticeDelivery,
  devices: readonly Device[],
  news: readonly News[],
): Promise<Outcome> {
  const { services, db, receiver, language, now, sent } = delivery;
  const [first] = news;
  const [newest] = devices;
  if (!first || !newest) return { settled: false, next: null };
  const today = sent.filter(({ channel, at }) => channel === "push" && isSameDay(newest.time_zone, at, now));
  // drop this news instead of postponing it: tomorrow has its own
  if (today.length >= maxPushesPerDay) return { settled: true, next: null };
  const { last_active_at: lastActiveAt } = receiver;
  const { kind, pace, isUrgent } = first.definition;
  const lastPushAt = lastSent(sent, kind, "push");
  const dueAt = (timeZone: string) =>
    Math.min(
      ...news.map(({ notice: { happened_at: happenedAt, pushed_at: pushedAt } }) =>
        whenToPush({ pace, happenedAt, lastActiveAt, pushedAt, lastPushAt, timeZone }).getTime(),
      ),
    );
  const dueDevices = devices.filter((device) => dueAt(device.time_zone) <= now.getTime());
  if (dueDevices.length === 0) {
    return { settled: false, next: new Date(Math.min(...devices.map((device) => dueAt(device.time_zone)))) };
  }
  const tag = tagOf(first);
  for (const { id, time_zone } of dueDevices) {
    const night = nextQuietTime(time_zone, now).getTime();
    await services.jobs.add(db, sendPushJob, {
      subscriptionId: id,
      accountId: receiver.id,
      kind,
      about: news.map(({ notice }) => notice.from_id),
      title: titleOf(delivery, news),
      url: pathIn(language, pathOf(news)),
      language,
      tag,
      topic: createHash("sha256").update(`${id} ${tag}`).digest("base64url").slice(0, 32),
      urgent: isUrgent,
      until: new Date(Math.min(night, now.getTime() + maxTtlMs)).toISOString(),
    });
  }
  await insertSent(db, receiver.id, { kind, channel: "push", at: now });
  return { settled: true, next: null };
}
