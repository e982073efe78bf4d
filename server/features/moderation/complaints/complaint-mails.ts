import type { ComplaintKind, ComplaintSender } from "#contract/complaints.ts";
import { defaultLanguage } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import type { Db } from "#server/db/pool.ts";
import { formatTime, mailOwner, type Owner, sendMailJob } from "#server/features/mails/index.ts";
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

export async function mailStaff(ctx: Context, { memberId, ...complaint }: StaffMail): Promise<void> {
  await mailTeam(ctx, [], { kind: "complaint", params: { ...complaint, member: memberId } });
}

export async function mailReceipt(ctx: Context, owner: Owner, number: string): Promise<void> {
  await mailOwner(ctx, owner, { kind: "complaint_received", path: "/pages/service", number });
}

export async function mailBanLink(
  { db, site, services, language, origin }: Context,
  { id, number, email }: { id: string; number: string; email: string },
): Promise<void> {
  const link = origin + pathIn(language, signedPath(services.config, "ban-request", id));
  const to = { siteId: site.id, to: email, language, origin };
  await services.jobs.add(db, sendMailJob, { ...to, kind: "ban_confirm", params: { number, link } });
}

export type BannedRequest = {
  id: string;
  siteId: number;
  number: string;
  email: string;
  language: string | null;
  /** The account that was closed. */
  accountId: string | undefined;
  undoUntil: Date;
};

/** Tells the owner of an address that it is banned as they asked, with the link that undoes it. */
export async function mailBanned(
  { db, services }: { db: Db; services: Pick<Services, "jobs" | "config"> },
  { id, siteId, number, email, accountId, undoUntil, ...request }: BannedRequest,
): Promise<void> {
  const { site } = await siteAndCompany(db, siteId);
  const language = languageOf(request.language ?? (site.settings.domain_language || defaultLanguage));
  const origin = siteOrigin(site, services.config);
  const link = origin + pathIn(language, signedPath(services.config, "ban-request", id));
  await services.jobs.add(db, sendMailJob, {
    siteId,
    ...(accountId !== undefined && { accountId }),
    to: email,
    language,
    origin,
    kind: "banned_as_asked",
    params: { number, link, until: formatTime(language, undoUntil) },
  });
}
