import { defaultLanguage } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { findOwner } from "#server/features/auth/index.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { siteOrigin } from "#server/site.ts";
import { closeWithdrawal, findWithdrawal } from "./store.ts";

type AnswerContext = { db: Db; services: Pick<Services, "jobs" | "config">; now: Date };
type Declared = { site_id: number; member_id: string | null; email: string | null };

/** Who declared a withdrawal: where mails go, and in which language. */
export async function findWithdrawer(db: Db, { site_id: siteId, member_id: memberId, email }: Declared) {
  const member = memberId === null ? undefined : await findOwner(db, memberId);
  const { site } = await siteAndCompany(db, siteId);
  const language = languageOf(member?.language ?? (site.settings.domain_language || defaultLanguage));
  return { site, accountId: member?.id, to: member?.email ?? email, language };
}

/** Answers a recorded withdrawal by email and closes it, once; false if no such one is open. */
export async function answerWithdrawal({ db, services, now }: AnswerContext, id: string, answer: string) {
  const withdrawal = await findWithdrawal(db, id);
  if (!withdrawal || !(await closeWithdrawal(db, id, now))) return false;
  const { site, accountId, to, language } = await findWithdrawer(db, withdrawal);
  if (to === null) return true;
  await services.jobs.add(db, sendMailJob, {
    siteId: site.id,
    ...(accountId && { accountId }),
    to,
    language,
    origin: siteOrigin(site, services.config),
    kind: "withdrawal_answered",
    // without the number, which may be any words that were typed for an address that may be a stranger's
    params: { answer },
  });
  return true;
}
