import { createHash } from "node:crypto";
import { z } from "zod";
import { languages } from "#contract/constants.ts";
import { hourMs } from "#contract/durations.ts";
import { pathIn } from "#contract/languages.ts";
import { noticeKinds } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import { isStillWanted, mayStillNotify, namesOf, noticeKey } from "#server/features/mails/index.ts";
import { fictionalWords, mailTexts } from "#server/features/sites/index.ts";
import type { JobQueue } from "#server/jobs/job-queue.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { attachmentKindOf, type News, pathOf } from "./find-news.ts";
import { lastSent, maxPushesPerDay, whenToPush } from "./notice-rules.ts";
import { insertSent } from "./notices-store.ts";
import { deleteSubscription, findTarget } from "./push-store.ts";
import { isSameDay, nextQuietTime } from "./quiet-hours.ts";
import type { NoticeDelivery, Outcome } from "./send-notice-mail.ts";

const data = z.object({
  subscriptionId: z.uuid(),
  accountId: z.uuid(),
  /** Absent in what no switch of its own turns off: a call, a reminder. */
  kind: z.enum(noticeKinds).optional(),
  /** Other members that it is about; it is deleted if one of them is erased. */
  about: z.array(z.uuid()),
  title: z.string(),
  /** A path of the site. */
  url: z.string(),
  language: z.enum(languages),
  /** A push replaces an earlier one: with its tag on a device, with its topic at the service, which can't read it. */
  tag: z.string(),
  topic: z.string(),
  urgent: z.boolean(),
  /** It must not arrive later than this. */
  until: z.iso.datetime(),
});

export const sendPushJob = defineJob({
  name: "send-push",
  data,
  atOnce: 8,
  async run(
    { push, db, clock, notices },
    { subscriptionId, accountId, kind, about, title, url, language, tag, topic, urgent, until },
  ) {
    const now = clock.now();
    const isWanted = kind
      ? await isStillWanted({ db, notices }, { receiver: accountId, kind, channel: "push", about })
      : await mayStillNotify(db, accountId, about);
    if (!isWanted) return;
    const seconds = Math.floor((Date.parse(until) - now.getTime()) / 1000);
    const target = seconds > 0 ? await findTarget(db, subscriptionId, accountId, now) : undefined;
    if (!target) return;
    const outcome = await push.send(target, {
      payload: JSON.stringify({ title, tag, lang: language, url }),
      ttl: seconds,
      topic,
      urgency: urgent ? "high" : "normal",
    });
    if (outcome === "gone") await deleteSubscription(db, subscriptionId);
  },
});

type Push = Omit<z.output<typeof data>, "subscriptionId" | "url" | "topic" | "until"> & { path: string; until: Date };

/** Queues a push to a device. `path`: of the page that it opens, without the language. */
export async function queuePush(
  { db, services }: { db: Db; services: { jobs: JobQueue } },
  subscriptionId: string,
  { path, until, ...push }: Push,
): Promise<void> {
  await services.jobs.add(db, sendPushJob, {
    ...push,
    subscriptionId,
    url: pathIn(push.language, path),
    topic: createHash("sha256").update(`${subscriptionId} ${push.tag}`).digest("base64url").slice(0, 32),
    until: until.toISOString(),
  });
}

type Device = { id: string; time_zone: string };

const maxTtlMs = 12 * hourMs;

/** Pushes of one tag replace each other: per chat, per match, all likes, all visits (ux: grouped). */
const tagOf = ({ notice, definition }: News) =>
  definition.isGrouped ? notice.kind : `${notice.kind}-${notice.from_id}`;

export const groupPushes = (news: readonly News[]): News[][] => [...Map.groupBy(news, tagOf).values()];

/** The subject that an email about it would have, so in the site's own words if it has some. */
async function titleOf({ db, services, site, language }: NoticeDelivery, news: readonly News[]): Promise<string> {
  const text = await mailTexts({ db, texts: services.texts }, site.id, language);
  const { fictional_warning: label } = fictionalWords(services.texts, site, language);
  const wording = {
    language,
    text,
    fictional: { icon: site.settings.fictional_icon, label },
  };
  const people = news.slice(0, 2).map(({ person }) => person);
  const names = namesOf(people, news.length, wording);
  const kind = news[0]?.notice.kind ?? "message";
  return wording.text(noticeKey(kind, attachmentKindOf(news), "subject"), { names, count: news.length });
}

/** Pushes one group to each device where it is not night. Beyond five a day news gets none, then or later (D9.1). */
export async function pushNotices(
  delivery: NoticeDelivery,
  devices: readonly Device[],
  news: readonly News[],
): Promise<Outcome> {
  const { db, receiver, language, now, sent } = delivery;
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
  const title = await titleOf(delivery, news);
  for (const { id, time_zone } of dueDevices) {
    const night = nextQuietTime(time_zone, now).getTime();
    await queuePush(delivery, id, {
      accountId: receiver.id,
      kind,
      about: news.map(({ notice }) => notice.from_id),
      title,
      path: pathOf(news),
      language,
      tag,
      urgent: isUrgent,
      until: new Date(Math.min(night, now.getTime() + maxTtlMs)),
    });
  }
  await insertSent(db, receiver.id, { kind, channel: "push", at: now });
  return { settled: true, next: null };
}
