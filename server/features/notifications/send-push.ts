import { z } from "zod";
import { languages } from "#contract/constants.ts";
import { noticeKinds } from "#contract/notifications.ts";
import { isStillWanted, mayStillNotify } from "#server/features/mails/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteSubscription, findTarget } from "./push-store.ts";

const data = z.object({
  subscriptionId: z.uuid(),
  accountId: z.uuid(),
  /** Absent in a push that was queued before an update of the service. */
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

/** Hands one push to a device's push service; retried on failure until `until` (rule 7). */
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
