import type { Hooks } from "#server/hooks.ts";
import { languageOf } from "#server/http/language.ts";
import { findNoticeReceiver } from "./notices-store.ts";
import { preferencesOf } from "./preferences.ts";
import { queuePush } from "./push-notices.ts";
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
  const about = { accountId: memberId, about: [fromId], tag: `talk-${fromId}` };
  const push = { ...about, title, path, language, urgent: true, until };
  for (const { id, time_zone } of devices) {
    if (nextLoudTime(time_zone, now) > now) continue;
    await queuePush({ db, services }, id, push);
  }
};
