import { pathIn } from "#contract/languages.ts";
import type { Db } from "#server/db/pool.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import type { LinkMailKind, MailParams } from "./mail-kinds.ts";
import { type MailJobData, sendMailJob } from "./send-mail.ts";

/** The owner of an account, with the address and the language for mails about it. */
export type Owner = { id: string; name: string; email: string; language: string };

type OwnerMailKind = LinkMailKind | "new_device" | "direct_debit_mandate";

/** A mail about an account; `path` is the button's target, without the language's prefix. */
export type OwnerMail<Kind extends OwnerMailKind> = { kind: Kind; path: string } & Omit<
  MailParams[Kind],
  "name" | "link"
>;

type From = { db: Db; services: Pick<Services, "jobs">; site: { id: number }; origin: string };

/** Queues a mail to an account's owner, in their language, in the transaction of the change it is about (rule 7). */
export async function mailOwner<Kind extends OwnerMailKind>(
  { db, services, site, origin }: From,
  owner: Owner,
  { kind, path, ...more }: OwnerMail<Kind>,
): Promise<void> {
  const language = languageOf(owner.language);
  const params = { name: owner.name, link: origin + pathIn(language, path), ...more };
  const to = { siteId: site.id, accountId: owner.id, to: owner.email, language, origin };
  await services.jobs.add(db, sendMailJob, { ...to, kind, params } as unknown as MailJobData);
}
