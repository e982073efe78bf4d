import { createHash } from "node:crypto";
import { pathIn } from "#contract/languages.ts";
import type { Hooks } from "#server/hooks.ts";
import { languageOf } from "#server/http/language.ts";
import { findNoticeReceiver } from "./notices-store.ts";
import { preferencesOf } from "./preferences.ts";
import { sendPushJob } from "./push-notices.ts";
import { findSubscriptions } from "./push-store.ts";
import { nextLoudTime } from "./quiet-hours.ts";

/**
 * Pushes a call that rings to each device of the member where it is not night, if they have pushes for messages on. It
 * does not count among the pushes of a day, and arrives only as long as the call can be taken.
 */
export const pushRing: Hooks["memberRung"] = async (
  { db, services },
  { memberId, fromId, fromName, path, until, now },
) => {
  const [receiver, { preferences }, devices] = await Promise.all([
    findNoticeReceiver(db, memberId, now),
    preferencesOf(db, memberId),
    findSubscriptions(db, memberId, now),
  ]);
  if (receiver?.status !== "active" || !preferences.message.push) return;
  const language = languageOf(receiver.language);
  const title = services.texts.t(language, "notifications:talk.push", { name: fromName });
  const tag = `talk-${fromId}`;
  for (const { id, time_zone } of devices) {
    if (nextLoudTime(time_zone, now) > now) continue;
    await services.jobs.add(db, sendPushJob, {
      subscriptionId: id,
      accountId: memberId,
      about: [fromId],
      title,
      url: pathIn(language, path),
      language,
      tag,
      topic: createHash("sha256").update(`${id} ${tag}`).digest("base64url").slice(0, 32),
      urgent: true,
      until: until.toISOString(),
    });
  }
};
