import type { ComplaintKind, ReceivedComplaint } from "#contract/complaints.ts";
import { defaultLanguage } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { mailOwner, sendMailJob } from "#server/features/mails/index.ts";
import { siteOrigin } from "#server/features/sites/index.ts";
import type { Context } from "#server/http/handle.ts";
import { countSince, findSender, insertComplaint } from "./store.ts";

/** The characters of complaint numbers: none look alike. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** The maximum of confirmations that an account gets in a day, however many complaints are sent in its name. */
const mailsADay = 3;

/** A number that can't be guessed: one of 32 to the power of 8. */
function makeNumber(bytes: Uint8Array): string {
  const all = [...bytes].map((byte) => alphabet.charAt(byte % alphabet.length));
  return `${all.slice(0, 4).join("")}-${all.slice(4, 8).join("")}`;
}

/**
 * Stores a complaint, or a request to be banned, and mails it to staff in the same transaction (R2.01, D10.1). The
 * sender gets a mail with its number only if the login or the address belongs to an account of the site. So complaints
 * can't be used to send mail to strangers.
 */
export async function receiveComplaint(
  ctx: Context,
  kind: ComplaintKind,
  { email, text }: { email: string; text: string },
): Promise<ReceivedComplaint> {
  const { db, site, now, viewer, services } = ctx;
  const number = makeNumber(Buffer.from(services.random.token(), "base64url"));
  const sender = await findSender(db, site.id, viewer?.memberId ?? null, canonicalAddress(email));
  const earlier = sender ? await countSince(db, sender.id, new Date(now.getTime() - dayMs)) : mailsADay;
  await insertComplaint(db, {
    site_id: site.id,
    number,
    kind,
    member_id: sender?.id ?? null,
    email,
    logged_in: viewer !== null,
    language: ctx.language,
    text,
    created_at: now,
  });
  await services.jobs.add(db, sendMailJob, {
    siteId: site.id,
    about: [],
    to: site.settings.support_email,
    language: site.settings.domain_language || defaultLanguage,
    origin: siteOrigin(site, services.config),
    kind: "complaint",
    params: { number, kind, email, member: sender?.id ?? null, text },
  });
  if (sender && earlier < mailsADay) {
    await mailOwner(ctx, sender, { kind: "complaint_received", path: "/pages/service", number });
  }
  return { number, received_at: now.toISOString() };
}
