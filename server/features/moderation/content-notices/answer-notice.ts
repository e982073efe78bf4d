import type { Db } from "#server/db/pool.ts";
import type { Services } from "#server/services.ts";
import { mailNotifier } from "./mail-notifier.ts";
import { lockNoticeOf, saveAnswer, saveDecision } from "./store.ts";

type Answering = { reportId: string; acted: boolean; words: string; staffId: string | null };
type From = { db: Db; services: Pick<Services, "jobs" | "config" | "texts">; now: Date };

/**
 * Whether this staff member decided on the notice of a report before, so that another person has to decide on the
 * objection (DSA, article 20(6)). Locks the notice.
 */
export async function hasDecidedBefore(db: Db, reportId: string, staffId: string): Promise<boolean> {
  const notice = await lockNoticeOf(db, reportId);
  return notice?.decided_at != null && notice.decided_by === staffId;
}

/**
 * Tells the notifier what was decided on the report of their notice, and how they can object (DSA, articles 16(5), 20
 * and 21); nothing if the report is of no notice. Runs in the caller's transaction, which closed the report.
 */
export async function answerNotice(
  { db, services, now }: From,
  { reportId, acted, words, staffId }: Answering,
): Promise<void> {
  const notice = await lockNoticeOf(db, reportId);
  if (!notice) return;
  if (notice.decided_at === null) {
    await saveDecision(db, notice.id, { acted, words, staffId, now });
    await mailNotifier({ db, services }, notice, { kind: "notice_decided", acted, words });
    return;
  }
  // an objection is upheld if the second person decides otherwise than the first
  await saveAnswer(db, notice.id, { upheld: acted !== notice.acted, words, now });
  await mailNotifier({ db, services }, notice, { kind: "notice_answered", acted, words });
}
