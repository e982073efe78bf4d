import { defaultLanguage } from "#contract/constants.ts";
import { type MailParams, sendMailJob } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";
import { siteOrigin } from "#server/site.ts";

type TeamMail = { [Kind in "report" | "complaint"]: { kind: Kind; params: MailParams[Kind] } }["report" | "complaint"];

export async function mailTeam(
  { db, site, services }: Pick<Context, "db" | "site" | "services">,
  about: string[],
  mail: TeamMail,
): Promise<void> {
  await services.jobs.add(db, sendMailJob, {
    siteId: site.id,
    about,
    to: site.settings.support_email,
    language: site.settings.domain_language || defaultLanguage,
    origin: siteOrigin(site, services.config),
    ...mail,
  });
}
