import { settlementBodiesUrl } from "#contract/decisions.ts";
import { pathIn } from "#contract/languages.ts";
import type { Db } from "#server/db/pool.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { signedPath } from "#server/signed-pages.ts";
import { siteOrigin } from "#server/site.ts";
import { lockNoticeOf, type NoticeRow, saveDecision, saveNoticeAnswer } from "./store.ts";

type From = { db: Db; services: Pick<Services, "jobs" | "config" | "texts"> };
type To = Pick<NoticeRow, "id" | "site_id" | "email" | "language">;
type Mail = { kind: "notice_decided" | "notice_answered"; acted: boolean; words: string };

/**
 * Queues what the team decided to a notifier, with the link of the notice; nothing if they gave no address. What they
 * typed is on its page only: the address may be a stranger's.
 */
async function mailNotifier({ db, services }: From, notice: To, { kind, acted, words }: Mail): Promise<void> {
  if (notice.email === "") return;
  const { site } = await siteAndCompany(db, notice.site_id);
  const language = languageOf(notice.language);
  const origin = siteOrigin(site, services.config);
  const link = origin + pathIn(language, signedPath(services.config, "notice", notice.id));
  const to = { siteId: site.id, to: notice.email, language, origin };
  const key = `complaints:notice.${kind === "notice_answered" ? "again_" : ""}${acted ? "acted" : "kept"}`;
  const outcome = services.texts.t(language, key);
  const params = { link, number: notice.id, outcome, words, bodies: settlementBodiesUrl };
  await services.jobs.add(db, sendMailJob, { ...to, kind, params });
}

type Answering = { reportId: string; acted: boolean; words: string; staffId: string | null };

/** Another person has to decide on the objection to a notice's decision (DSA, article 20(6)). Locks the notice. */
export async function hasDecidedBefore(db: Db, reportId: string, staffId: string): Promise<boolean> {
  const notice = await lockNoticeOf(db, reportId);
  return notice?.decided_at != null && notice.decided_by === staffId;
}

/** Mails the notifier the decision, and how they can object (DSA, articles 16(5), 20 and 21). */
export async function answerNotice(
  { db, services, now }: From & { now: Date },
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
  await saveNoticeAnswer(db, notice.id, { upheld: acted !== notice.acted, words, now });
  await mailNotifier({ db, services }, notice, { kind: "notice_answered", acted, words });
}
