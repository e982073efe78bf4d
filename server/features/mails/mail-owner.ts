import { pathIn } from "#contract/languages.ts";
import type { UpdateKind } from "#contract/updates.ts";
import type { Db } from "#server/db/pool.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import type { LinkMailKind, MailParams } from "./mail-kinds.ts";
import { type MailJobData, sendMailJob, sendMassMailJob } from "./send-mail.ts";

export type Owner = { id: string; name: string; email: string; language: string };

type OwnerMailKind =
  | LinkMailKind
  | "activation"
  | "password_changed"
  | "new_device"
  | "direct_debit_mandate"
  | "decision";

/** A mail about an account; `path` is the button's target, without the language's prefix. */
export type OwnerMail<Kind extends OwnerMailKind> = { kind: Kind; path: string } & Omit<
  MailParams[Kind],
  "name" | "link"
>;

type From = { db: Db; services: Pick<Services, "jobs" | "clock">; site: { id: number }; origin: string };

/** The mails that are listed under the owner's updates too, each with its path there; null: the mail's own path. */
const listed: Partial<Record<OwnerMailKind & UpdateKind, string | null>> = {
  new_device: "/notifications#devices",
  password_changed: "/notifications",
  passkey_added: "/notifications",
  passkey_removed: "/notifications",
  mail_changed: "/notifications",
  report_received: null,
  terms_change: null,
  download_ready: "/notifications#my-data",
};
const toAll: OwnerMailKind = "terms_change";
const isListed = (kind: OwnerMailKind): kind is OwnerMailKind & UpdateKind => Object.hasOwn(listed, kind);

/** Queues a mail to an account's owner in the caller's transaction (rule 7); those in `listed` become updates, too. */
export async function mailOwner<Kind extends OwnerMailKind>(
  { db, services, site, origin }: From,
  owner: Owner,
  { kind, path, ...more }: OwnerMail<Kind>,
): Promise<void> {
  const language = languageOf(owner.language);
  const params = { name: owner.name, link: origin + pathIn(language, path), ...more };
  const to = { siteId: site.id, accountId: owner.id, to: owner.email, language, origin };
  if (isListed(kind)) {
    await addUpdate(db, { memberId: owner.id, kind, path: listed[kind] ?? path, now: services.clock.now() });
  }
  const job = kind === toAll ? sendMassMailJob : sendMailJob;
  await services.jobs.add(db, job, { ...to, kind, params } as unknown as MailJobData);
}
