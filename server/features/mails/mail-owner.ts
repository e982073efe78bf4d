import { pathIn } from "#contract/languages.ts";
import { settingPath } from "#contract/setting-sections.ts";
import type { UpdateKind } from "#contract/updates.ts";
import type { Db } from "#server/db/pool.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import type { LinkMailKind, MailParams, UnprovenMailKind } from "./mail-kinds.ts";
import { countUnproven } from "./mail-unproven.ts";
import { type MailJobData, sendMailJob, sendMassMailJob } from "./send-mail.ts";

/** The owner has not proven the address without `confirmed_at`: it may be a stranger's. */
export type MailOwner = { id: string; name: string; email: string; language: string; confirmed_at: Date | null };

/** Mails that the team or a payment causes, not the holder of an account. */
type UncountedMailKind =
  | "decision"
  | "fraud_warning"
  | "fraud_lifted"
  | "terms_change"
  | "direct_debit_mandate"
  | "still_there";

type OwnerMailKind = LinkMailKind | "password_changed" | "new_device" | UncountedMailKind;
type CountedMailKind = Exclude<OwnerMailKind, UncountedMailKind | UnprovenMailKind>;

/** A mail about an account; `path` is the button's target, without the language's prefix. */
type OwnerMail<Kind extends OwnerMailKind> = { kind: Kind; path: string } & Omit<MailParams[Kind], "name" | "link">;

type From = { db: Db; services: Pick<Services, "jobs" | "clock">; site: { id: number }; origin: string };
type CountingFrom = From & { services: Pick<Services, "config" | "limits"> };

/** The mails that are listed under the owner's updates too, each with its path there; null: the mail's own path. */
const listed: Partial<Record<OwnerMailKind & UpdateKind, string | null>> = {
  new_device: null,
  password_changed: settingPath("password"),
  passkey_added: null,
  passkey_removed: null,
  mail_changed: settingPath("address"),
  report_received: null,
  terms_change: null,
  download_ready: null,
};
const toAll: OwnerMailKind = "terms_change";
const isListed = (kind: OwnerMailKind): kind is OwnerMailKind & UpdateKind => Object.hasOwn(listed, kind);

/**
 * Queues a mail to an account's owner in the caller's transaction (rule 7); those in `listed` become updates, too. An
 * owner who has not proven the address gets no more of them than any stranger can cause.
 */
export async function mailOwner<Kind extends CountedMailKind>(
  from: CountingFrom,
  owner: MailOwner,
  mail: OwnerMail<Kind>,
): Promise<void> {
  await listMail(from, owner, mail);
  const isMailable = owner.confirmed_at !== null || (await countUnproven(from, owner.email, "declaration")).to;
  if (isMailable) await queueMail(from, owner, mail);
}

/** The same for mails of which an owner gets each, whether the address is proven or not. */
export async function mailUncounted<Kind extends UncountedMailKind>(
  from: From,
  owner: Omit<MailOwner, "confirmed_at">,
  mail: OwnerMail<Kind>,
): Promise<void> {
  await listMail(from, owner, mail);
  await queueMail(from, owner, mail);
}

async function listMail({ db, services }: From, { id }: { id: string }, mail: { kind: OwnerMailKind; path: string }) {
  const { kind, path } = mail;
  if (!isListed(kind)) return;
  await addUpdate(db, { memberId: id, kind, path: listed[kind] ?? path, now: services.clock.now() });
}

async function queueMail<Kind extends OwnerMailKind>(
  { db, services, site, origin }: From,
  owner: Omit<MailOwner, "confirmed_at">,
  { kind, path, ...more }: OwnerMail<Kind>,
): Promise<void> {
  const language = languageOf(owner.language);
  const params = { name: owner.name, link: origin + pathIn(language, path), ...more };
  const to = { siteId: site.id, accountId: owner.id, to: owner.email, language, origin };
  const job = kind === toAll ? sendMassMailJob : sendMailJob;
  await services.jobs.add(db, job, { ...to, kind, params } as unknown as MailJobData);
}
