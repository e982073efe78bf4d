import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { settingPath } from "#contract/setting-sections.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { accountOfToken, readMailToken } from "#server/features/mails/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Services } from "#server/services.ts";
import { stopMails } from "../preferences-store.ts";
import { isSignedByMailgun } from "./mailgun.ts";
import { type Incoming, readFeedback, recognise } from "./read-feedback.ts";
import { disabledReasonOf, type Feedback, feedbackKeptDays } from "./rules.ts";
import { findSoftBounces, insertFeedback, lockReceiver } from "./store.ts";

/** The update that the member gets; none after an unsubscription, which they asked for themselves. */
const updateOf = { bounce: "mails_bounced", fbl: "mails_complained", list_unsubscribe: null } as const;

/**
 * Stops the member's mails if it gives a reason. False if it was ignored: forged, known, 60 days old,
 * about a replaced address, or about a mail from before the member lifted a stop.
 */
async function recordFeedback(
  services: Pick<Services, "db" | "config" | "clock" | "hooks" | "jobs">,
  { kind, token, at: reportedAt }: Feedback,
): Promise<boolean> {
  const { db, config, clock, hooks } = services;
  const now = clock.now();
  const at = reportedAt === null || reportedAt > now ? now : reportedAt;
  const accountId = accountOfToken(token);
  if (accountId === undefined || at < daysBefore(now, feedbackKeptDays)) return false;
  return await inTransaction(db, async (trx) => {
    const account = await lockReceiver(trx, accountId);
    if (!account || account.status === "deleted") return false;
    const mail = readMailToken(config.secret, token, account.email);
    if (!mail || mail.epoch !== account.mail_epoch) return false;
    if (!(await insertFeedback(trx, { ...mail, kind, at }))) return false;
    const reason = disabledReasonOf(
      kind,
      kind === "soft_bounce" ? await findSoftBounces(trx, accountId, mail.epoch) : [],
    );
    if (!reason) return true;
    await stopMails(trx, accountId, reason);
    await hooks.memberChanged({ db: trx, services }, accountId, "consents");
    const update = updateOf[reason];
    if (update) await addUpdate(trx, { memberId: accountId, kind: update, path: settingPath("told"), now });
    return true;
  });
}

export const mailFeedbackPath = "/api/mail-feedback.php";

/** Bytes: a report may contain the whole mail that it is about. */
const bodyLimit = 2 ** 20;

const digest = (text: string) => createHash("sha256").update(text).digest();

function isAuthorised(authorization: string | undefined, incoming: Incoming | undefined, secret: string, now: Date) {
  if (authorization === undefined)
    return incoming?.from === "mailgun" && isSignedByMailgun(incoming.event, secret, now);
  const [, credentials = ""] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? [];
  const [, ...password] = Buffer.from(credentials, "base64").toString("utf8").split(":");
  return timingSafeEqual(digest(password.join(":")), digest(secret));
}

/** Mail services and a mailbox send it. The answer is always the same, so that it reveals nothing. */
export const receiveFeedback: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));

  app.post(mailFeedbackPath, { config: { limit: "feedback" } }, async (request, reply) => {
    const { config, clock, log } = services;
    const secret = config.mailFeedbackSecret;
    if (secret === undefined) throw fail("not_found");
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const incoming = recognise(request.headers["content-type"] ?? "", bytes);
    if (!isAuthorised(request.headers.authorization, incoming, secret, clock.now())) {
      // Amazon SNS sends the password only after a 401
      return reply.code(401).header("www-authenticate", 'Basic realm="mail feedback"').send({ received: false });
    }
    if (!incoming) throw fail("malformed_request");
    const { feedback, confirm } = await readFeedback(incoming);
    // the server does not open the page itself: the operator decides whose events it accepts
    if (confirm) log.warn({ page: confirm }, "open this page to let Amazon SNS send mail feedback");
    for (const each of feedback) {
      const changed = await recordFeedback(services, each);
      log.info({ from: incoming.from, kind: each.kind, changed }, "mail feedback");
    }
    return { received: true };
  });
};
