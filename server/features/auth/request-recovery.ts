import { createHmac } from "node:crypto";
import { z } from "zod";
import type { recoveryMethods } from "#contract/auth.ts";
import { languages } from "#contract/constants.ts";
import { keyFor } from "#server/config/config.ts";
import { lockAccount } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { mailOwner } from "#server/features/mails/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { recordDone } from "#server/http/record-events.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { systemRandom } from "#server/lib/random.ts";
import { findByAddress, findOwner, usableStatuses } from "./accounts-store.ts";
import { canonicalAddress } from "./addresses.ts";
import { findKnownDevice } from "./devices.ts";
import { createLink } from "./email-links.ts";
import { isLinkMade } from "./email-links-store.ts";
import { hashToken } from "./sessions.ts";

type RecoveryRequest = { email: string; way: (typeof recoveryMethods)[number] };

/** D3.6. An unknown address is named as such (R5.06) until the fourth within an hour; then all get the same answer. */
export async function requestRecovery(ctx: Context, { email, way }: RecoveryRequest): Promise<{ neutral: boolean }> {
  const { limits, jobs } = ctx.services;
  const address = canonicalAddress(email);
  const accountId = address === null ? undefined : await findByAddress(ctx.db, ctx.site.id, address);
  // an unknown address counts against the limit, a known one does not
  const secondsBlocked = accountId
    ? await limits.secondsBlocked("unknown_address", ctx.ip)
    : await limits.recordAttempt("unknown_address", ctx.ip);
  const neutral = secondsBlocked > 0;
  if (!accountId && !neutral) throw failFields({ email: "email_not_found" });
  // strangers can't use up the mails of a browser that has logged in before
  const device = await findKnownDevice(ctx, accountId);
  const requester = `${accountId ?? `${ctx.site.id}:${address ?? ""}`}${device ? `:${device}` : ""}`;
  const secondsToWait = await limits.recordAttempt("reset_mail", requester);
  if (secondsToWait > 0 && !neutral) throw fail("too_many_resets", { retryAfter: secondsToWait });
  if (accountId) recordDone(ctx, "reset_request", accountId);
  const recipientId = secondsToWait > 0 ? null : (accountId ?? null);
  const { site, language, origin } = ctx;
  await jobs.add(ctx.db, sendRecovery, { siteId: site.id, accountId: recipientId, way, language, origin });
  return { neutral };
}

/** The job runs without an account too: the same time. The link's token depends on the job's id: no second link. */
export const sendRecovery = defineJob({
  name: "send-recovery",
  data: z.object({
    id: z.uuid().default(() => systemRandom.uuid()),
    siteId: z.int(),
    accountId: z.uuid().nullable(),
    way: z.enum(["reset", "login"]),
    language: z.enum(languages),
    origin: z.url({ protocol: /^https?$/ }),
  }),
  async run(services, { id, siteId, accountId, way, language, origin }) {
    if (accountId === null) return;
    const { config, random, clock } = services;
    const token = createHmac("sha256", keyFor(config.secret, "recovery-link")).update(id).digest("base64url");
    await inTransaction(services.db, async (db) => {
      // before its address is read: an undo of a thief's change may be under way (D3.4)
      await lockAccount(db, accountId);
      const owner = await findOwner(db, accountId);
      if (!usableStatuses.includes(owner.status)) return;
      if (await isLinkMade(db, hashToken(token))) return;
      await createLink(db, random, { kind: way, accountId, now: clock.now(), token });
      const mail =
        way === "reset"
          ? ({ kind: "reset", path: `/reset-password/do?token=${token}` } as const)
          : ({ kind: "login_link", path: `/${token}` } as const);
      await mailOwner({ db, services, site: { id: siteId }, origin }, { ...owner, language }, mail);
    });
  },
});
