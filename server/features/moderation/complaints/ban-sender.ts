import { banUndoDays } from "#contract/complaints.ts";
import { dayMs } from "#contract/durations.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { banAddress } from "#server/features/account/index.ts";
import type { EndingSessions } from "#server/features/auth/index.ts";
import type { Services } from "#server/services.ts";
import { mailBanned } from "./complaint-mails.ts";
import { closeComplaint, findBanRequest, setMember } from "./store.ts";

type Given = EndingSessions & { services: Pick<Services, "hooks" | "jobs" | "config">; now: Date };

/**
 * Does what a proven request to be banned asks for, and closes it: its sender's account is deleted, and the address can
 * get no new one on its site. The sender gets a mail with a link that undoes both for 14 days. Returns the address;
 * undefined if no such request is open, or its sender has not proven the address yet (D11.9).
 */
export async function banSender(given: Given, number: string): Promise<string | undefined> {
  const { services, now } = given;
  return await inTransaction(given.db, async (db) => {
    const request = await findBanRequest(db, number);
    if (!request) return undefined;
    const { id, site_id: siteId, email, member_id: memberId, language } = request;
    const accountId = await banAddress({ ...given, db }, { id, siteId, email, memberId });
    await closeComplaint(db, number, now);
    // an earlier request has banned the address, with a mail of its own
    if (accountId === null) return email;
    if (accountId !== undefined) await setMember(db, id, accountId);
    const undoUntil = new Date(now.getTime() + banUndoDays * dayMs);
    await mailBanned({ db, services }, { id, siteId, number, email, language, accountId, undoUntil });
    return email;
  });
}
