import { settlementBodiesUrl } from "#contract/decisions.ts";
import { pathIn } from "#contract/languages.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { signedPath } from "#server/signed-pages.ts";
import { siteOrigin } from "#server/site.ts";
import { lockNoticeOf, type NoticeRow, saveDecision, saveNoticeAnswer, saveQuestion } from "./store.ts";

type From = { db: Db; services: Pick<Services, "jobs" | "config" | "texts"> };
type To = Pick<NoticeRow, "id" | "site_id" | "email" | "language">;
/** `outcome`: a key of `complaints:notice`. */
type Mail = { words: string } & (
  | { kind: "notice_asked" }
  | {
      kind: "notice_decided" | "notice_answered";
      outcome: "acted" | "kept" | "kept_danger" | "again_acted" | "again_kept";
    }
);

/**
 * Queues what the team decided or asks, with the link of the notice; nothing if its notifier gave no address. What they
 * typed is on its page only: the address may be a stranger's.
 */
async function mailNotifier({ db, services }: From, notice: To, mail: Mail): Promise<void> {
  if (notice.email === "") return;
  const { site } = await siteAndCompany(db, notice.site_id);
  const language = languageOf(notice.language);
  const origin = siteOrigin(site, services.config);
  const link = origin + pathIn(language, signedPath(services.config, "notice", notice.id));
  const to = { siteId: site.id, to: notice.email, language, origin };
  const asked = { link, number: notice.id, words: mail.words };
  if (mail.kind === "notice_asked") {
    await services.jobs.add(db, sendMailJob, { ...to, kind: mail.kind, params: asked });
    return;
  }
  const outcome = services.texts.t(language, `complaints:notice.${mail.outcome}`);
  const params = { ...asked, outcome, bodies: settlementBodiesUrl };
  await services.jobs.add(db, sendMailJob, { ...to, kind: mail.kind, params });
}

/** `isDanger`: it was about a danger, by its reason or as staff found; an answer about rules would be the wrong one. */
type Answering = { reportId: string; acted: boolean; isDanger: boolean; words: string; staffId: string | null };

/** Another person has to decide on the objection to a notice's decision (DSA, article 20(6)). Locks the notice. */
export async function hasDecidedBefore(db: AnyTrx, reportId: string, staffId: string): Promise<boolean> {
  const notice = await lockNoticeOf(db, reportId);
  return notice?.decided_at != null && notice.decided_by === staffId;
}

/** Mails the notifier the decision, and how they can object (DSA, articles 16(5), 20 and 21). */
export async function answerNotice(
  { db, services, now }: From & { db: AnyTrx; now: Date },
  { reportId, acted, isDanger, words, staffId }: Answering,
): Promise<void> {
  const notice = await lockNoticeOf(db, reportId);
  if (!notice) return;
  if (notice.decided_at === null) {
    await saveDecision(db, notice.id, { acted, words, staffId, now });
    const left = isDanger ? "kept_danger" : "kept";
    await mailNotifier({ db, services }, notice, { kind: "notice_decided", outcome: acted ? "acted" : left, words });
    return;
  }
  // an objection is upheld if the second person decides otherwise than the first
  await saveNoticeAnswer(db, notice.id, { upheld: acted !== notice.acted, words, now });
  const outcome = acted ? "again_acted" : "again_kept";
  await mailNotifier({ db, services }, notice, { kind: "notice_answered", outcome, words });
}

/**
 * Asks the notifier of content that staff can't find; the reply begins a report of its own. False, with nothing
 * changed, if they gave no address, or if the notice is decided.
 */
export async function askNotifier(
  { db, services, now }: From & { db: AnyTrx; now: Date },
  reportId: string,
  question: string,
): Promise<boolean> {
  const notice = await lockNoticeOf(db, reportId);
  if (!notice || notice.email === "" || notice.decided_at !== null) return false;
  await saveQuestion(db, notice.id, question, now);
  await mailNotifier({ db, services }, notice, { kind: "notice_asked", words: question });
  return true;
}
