import { daysBefore } from "#server/db/delete-by-age.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { accountOfToken, readMailToken } from "#server/features/mails/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import type { Services } from "#server/services.ts";
import { stopMails } from "../preferences.ts";
import type { Feedback } from "./feedback.ts";
import { feedbackKeptDays, reasonOf } from "./rules.ts";
import { findSoftBounces, insertFeedback, lockAccount } from "./store.ts";

/** The update that the member gets; none after an unsubscription, which they asked for themselves. */
const updateOf = { bounce: "mails_bounced", fbl: "mails_complained", list_unsubscribe: null } as const;

/**
 * Stores a report about a mail, and stops the member's mails if it gives a reason (R4.08, D9.2). False if it was
 * ignored: it is forged, known, 60 days old, about an address that the member has replaced, or about a mail from before
 * the member lifted a stop.
 */
export async function recordFeedback(
  services: Pick<Services, "db" | "config" | "clock" | "hooks" | "jobs">,
  { kind, token, at: reportedAt }: Feedback,
): Promise<boolean> {
  const { db, config, clock, hooks } = services;
  const now = clock.now();
  const at = reportedAt === null || reportedAt > now ? now : reportedAt;
  const accountId = accountOfToken(token);
  if (accountId === undefined || at < daysBefore(now, feedbackKeptDays)) return false;
  return await inTransaction(db, async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (!account || account.status === "deleted") return false;
    const mail = readMailToken(config.secret, token, account.email);
    if (!mail || mail.epoch !== account.mail_epoch) return false;
    if (!(await insertFeedback(trx, { ...mail, kind, at }))) return false;
    const reason = reasonOf(kind, kind === "soft_bounce" ? await findSoftBounces(trx, accountId, mail.epoch) : []);
    if (!reason) return true;
    await stopMails(trx, accountId, reason);
    await hooks.memberChanged({ db: trx, services }, accountId, "consents");
    const update = updateOf[reason];
    if (update) await addUpdate(trx, { memberId: accountId, kind: update, path: "/notifications#told", now });
    return true;
  });
}
