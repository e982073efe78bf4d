import { pathIn } from "#contract/languages.ts";
import { type MailJobData, type MailParams, sendMailJob } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";
import type { Declarer } from "./store.ts";

/** `link`: the page that carries it out, if the declarer has to confirm that it was them. */
type Confirmed = Pick<MailParams["withdrawal_received"], "number" | "refund"> & { link?: string | undefined };

/** Queues the mail that confirms a withdrawal with its content, date and time (Directive (EU) 2023/2673). */
export async function confirmWithdrawal(
  { services, db, site, origin, now }: Context,
  declarer: Declarer,
  { link, ...confirmed }: Confirmed,
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
      link: `${origin}${pathIn(language, link ?? "/transactions")}`,
      confirms: link !== undefined,
      at: now.toISOString(),
      ...confirmed,
    },
  };
  await services.jobs.add(db, sendMailJob, mail);
}
