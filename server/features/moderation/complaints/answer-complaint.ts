import { pathIn } from "#contract/languages.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { signedPath } from "#server/signed-pages.ts";
import { siteOrigin } from "#server/site.ts";
import { isBarred } from "../decisions/rules.ts";
import { findStatementReceiver } from "../decisions/store.ts";
import { type NewAnswer, saveComplaintAnswer } from "./store.ts";

type AnswerContext = { db: AnyTrx; services: Pick<Services, "jobs" | "config"> };

/**
 * Answers in the caller's transaction (R2.01). The mail goes to the address that the complaint names, in its language,
 * with a link to write again: without a login if no account sent it, or its member can't log in. A member also finds
 * the answer under their updates. False if no complaint with this number is open.
 */
export async function answerComplaint({ db, services }: AnswerContext, number: string, answer: NewAnswer) {
  const complaint = await saveComplaintAnswer(db, number, answer);
  if (!complaint) return false;
  const { site } = await siteAndCompany(db, complaint.site_id);
  const language = languageOf(complaint.language);
  const origin = siteOrigin(site, services.config);
  const memberId = complaint.member_id;
  const listed = `/decisions#${complaint.id}`;
  const member = memberId ? await findStatementReceiver(db, memberId) : undefined;
  const path = member && !isBarred(member.status) ? listed : signedPath(services.config, "complaint", complaint.id);
  const kind = complaint.kind === "message" ? "staff_message" : "complaint_answered";
  if (memberId) await addUpdate(db, { memberId, kind, path: listed, now: answer.now });
  await services.jobs.add(db, sendMailJob, {
    siteId: site.id,
    ...(memberId && { accountId: memberId }),
    to: complaint.email,
    language,
    origin,
    kind,
    params: { number, answer: answer.answer, link: origin + pathIn(language, path) },
  });
  return true;
}
