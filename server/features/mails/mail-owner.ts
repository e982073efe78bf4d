import type { Db } from "#server/db/pool.ts";
import { languageOf, pagePrefix } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import type { LinkMailKind, MailParams } from "./mail-kinds.ts";
import { type MailJobData, sendMailJob } from "./send-mail.ts";

/** Whose account it is, and where and in which language mails about it go. */
export type Owner = { id: string; name: string; email: string; language: string };

type OwnerMailKind = LinkMailKind | "new_device";

/** A mail about somebody's account; `path` is where its button leads, without the language's prefix. */
export type OwnerMail<Kind extends OwnerMailKind> = { kind: Kind; path: string } & Omit<
  MailParams[Kind],
  "name" | "link"
>;

type From = { db: Db; services: Pick<Services, "jobs">; site: { id: number }; origin: string };

/** Puts a mail about an account to its owner on its way, in their language, in the transaction of what it tells of (rule 7). */
export async function mailOwner<Kind extends OwnerMailKind>(
  { db, services, site, origin }: From,
  owner: Owner,
  { kind, path, ...more }: OwnerMail<Kind>,
): Promise<void> {
  const language = languageOf(owner.language);
  const params = { name: owner.name, link: `${origin}${pagePrefix(language)}${path}`, ...more };
  const to = { siteId: site.id, accountId: owner.id, to: owner.email, language, origin };
  await services.jobs.add(db, sendMailJob, { ...to, kind, params } as unknown as MailJobData);
}
