import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import type { EndpointOptions } from "#server/feature.ts";
import { fail } from "#server/http/fail.ts";
import { isSignedByMailgun } from "./mailgun.ts";
import { type Incoming, readFeedback, recognise } from "./read-feedback.ts";
import { recordFeedback } from "./record-feedback.ts";

export const mailFeedbackPath = "/api/mail-feedback.php";

/** Bytes: a report may contain the whole mail that it is about. */
const bodyLimit = 2 ** 20;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether the request's password is the secret (HTTP Basic), or, without a password, Mailgun signed the request. */
function isAuthorised(authorization: string | undefined, incoming: Incoming | undefined, secret: string, now: Date) {
  if (authorization === undefined)
    return incoming?.from === "mailgun" && isSignedByMailgun(incoming.event, secret, now);
  const [, credentials = ""] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? [];
  const [, ...password] = Buffer.from(credentials, "base64").toString("utf8").split(":");
  return timingSafeEqual(digest(password.join(":")), digest(secret));
}

/**
 * Receives bounces, complaints and unsubscribes from the services that send our mails, and from a mailbox (R4.08,
 * D9.2). The answer is the same whether or not a report changes anything, so that it reveals nothing about members.
 */
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
