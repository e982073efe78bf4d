import { defaultLanguage } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import type { Db } from "#server/db/pool.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { siteAndCompany, siteOrigin } from "#server/features/sites/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { type NewAnswer, saveAnswer } from "./store.ts";

type Given = { db: Db; services: Pick<Services, "jobs" | "config"> };

/**
 * Answers a complaint and closes it, once, in the caller's transaction (R2.01). The answer goes by email to the address
 * that the complaint names, in the language that it was sent in. If an account sent it, its member finds the answer
 * under their updates, too. False if no complaint with this number is open.
 */
export async function answerComplaint({ db, services }: Given, number: string, given: NewAnswer): Promise<boolean> {
  const found = await saveAnswer(db, number, given);
  if (!found) return false;
  const { site } = await siteAndCompany(db, found.site_id);
  const language = languageOf(found.language ?? (site.settings.domain_language || defaultLanguage));
  const origin = siteOrigin(site, services.config);
  const memberId = found.member_id;
  const path = `/decisions#${found.id}`;
  if (memberId) await addUpdate(db, { memberId, kind: "complaint_answered", path, now: given.now });
  await services.jobs.add(db, sendMailJob, {
    siteId: site.id,
    ...(memberId && { accountId: memberId }),
    to: found.email,
    language,
    origin,
    kind: "complaint_answered",
    params: { number, answer: given.answer, link: memberId && origin + pathIn(language, path) },
  });
  return true;
}
