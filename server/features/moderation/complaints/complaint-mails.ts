import type { ComplaintKind, ComplaintSender } from "#contract/complaints.ts";
import { pathIn } from "#contract/languages.ts";
import type { Money } from "#contract/withdrawals.ts";
import type { Db } from "#server/db/pool.ts";
import {
  type CountedAddress,
  countUnproven,
  formatSums,
  formatTime,
  type MailOwner,
  mailUnproven,
  sendMailJob,
} from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import type { Context } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { signedPath } from "#server/signed-pages.ts";
import { siteOrigin } from "#server/site.ts";
import { mailTeam } from "../mail-team.ts";

type StaffMail = {
  number: string;
  kind: ComplaintKind;
  email: string;
  memberId: string | null;
  sender: ComplaintSender;
  text: string;
};

export async function mailStaff(ctx: Context, { memberId, kind, ...complaint }: StaffMail): Promise<void> {
  const about = kind === "ban" ? kind : "complaint";
  await mailTeam(ctx, [], { kind: "complaint", params: { ...complaint, kind: about, member: memberId } });
}

/**
 * Mails the number to the account that a complaint names, unless its mailbox got too many mails today. At `path` its
 * sender can add something.
 */
export async function mailReceipt(ctx: Context, owner: MailOwner, number: string, path: string): Promise<void> {
  const { to } = await countUnproven(ctx, owner.email, "declaration");
  if (!to) return;
  const { id: accountId, name } = owner;
  const from = { ...ctx, language: languageOf(owner.language) };
  await mailUnproven(from, to, { kind: "complaint_received", path, accountId, name, number });
}

export async function mailBanLink(
  ctx: Context,
  to: CountedAddress,
  { id, number }: { id: string; number: string },
): Promise<void> {
  const path = signedPath(ctx.services.config, "ban-request", id);
  await mailUnproven(ctx, to, { kind: "ban_confirm", path, number });
}

export type BannedRequest = {
  id: string;
  siteId: number;
  number: string;
  email: string;
  language: string;
  /** The account that was closed. */
  accountId: string | undefined;
  undoUntil: Date;
  refunds: readonly Money[];
};

/** Tells the owner of an address that it is banned as they asked, with the link that undoes it. */
export async function mailBanned(
  { db, services }: { db: Db; services: Pick<Services, "jobs" | "config"> },
  { id, siteId, number, email, accountId, undoUntil, refunds, ...request }: BannedRequest,
): Promise<void> {
  const { site } = await siteAndCompany(db, siteId);
  const language = languageOf(request.language);
  const origin = siteOrigin(site, services.config);
  const link = origin + pathIn(language, signedPath(services.config, "ban-request", id));
  await services.jobs.add(db, sendMailJob, {
    siteId,
    ...(accountId !== undefined && { accountId }),
    to: email,
    language,
    origin,
    kind: "banned_as_asked",
    params: { number, link, until: formatTime(language, undoUntil), refund: formatSums(language, refunds) },
  });
}
