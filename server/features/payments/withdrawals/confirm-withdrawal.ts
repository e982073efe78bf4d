import { pathIn } from "#contract/languages.ts";
import type { Db } from "#server/db/pool.ts";
import { type MailJobData, type MailParams, sendMailJob } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";
import type { Declarer } from "./store.ts";

type Confirmed = Pick<MailParams["withdrawal_received"], "number" | "refund" | "ended_premium">;
type MailingContext = Pick<Context, "origin" | "now"> & {
  db: Db;
  services: Pick<Context["services"], "jobs">;
  site: Pick<Context["site"], "id">;
};

/** Queues the mail that confirms a withdrawal with its content, date and time (Directive (EU) 2023/2673). */
export async function confirmWithdrawal(
  { services, db, site, origin, now }: MailingContext,
  declarer: Declarer,
  confirmed: Confirmed,
): Promise<void> {
  const language = languageOf(declarer.language);
  const mail: MailJobData = {
    siteId: site.id,
    accountId: declarer.id,
    to: declarer.email,
    language,
    origin,
    kind: "withdrawal_received",
    params: {
      name: declarer.name,
      link: `${origin}${pathIn(language, "/transactions")}`,
      at: now.toISOString(),
      ...confirmed,
    },
  };
  await services.jobs.add(db, sendMailJob, mail);
}
