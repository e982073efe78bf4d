import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { defaultLanguage } from "#contract/constants.ts";
import { keyFor } from "#server/config/config.ts";
import type { Trx } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { listSites } from "#server/features/sites/index.ts";
import { fail } from "#server/http/fail.ts";
import { type IncomingMail, readIncomingMail } from "./incoming-mail.ts";
import { makeNumber, mayReply } from "./rules.ts";
import { findComplaintMessages, insertComplaintOnce, insertMessage, lockByNumber, reopen } from "./store.ts";

export const incomingMailPath = "/api/incoming-mail.php";

/** Bytes: attachments are dropped, but have to be read past. */
const bodyLimit = 25 * 2 ** 20;

type Filed = "reply" | "complaint" | "known" | "ignored";

/** Adds a mail to the complaint whose number its subject has, if it comes from the address of that complaint. */
async function fileReply(db: Trx, { number, from, text }: IncomingMail, now: Date): Promise<Filed | undefined> {
  const complaint = number === null ? undefined : await lockByNumber(db, number, from);
  if (!complaint || !mayReply(complaint, now)) return undefined;
  const { id, member_id: memberId } = complaint;
  if ((await findComplaintMessages(db, [id])).some((message) => message.text === text)) return "known";
  await insertMessage(db, { complaintId: id, memberId, staffId: null, text, now });
  await reopen(db, id, now);
  return "reply";
}

/** Files a mail: in its thread, else as a new complaint of the site whose support address it went to. */
async function fileMail(db: Trx, mail: IncomingMail, { secret, now }: { secret: string; now: Date }): Promise<Filed> {
  const filed = await fileReply(db, mail, now);
  if (filed) return filed;
  const site = (await listSites(db)).find(({ settings }) => mail.to.includes(settings.support_email.toLowerCase()));
  if (!site || mail.from === site.settings.mail_address) return "ignored";
  // the same mail has the same number, so that one that is delivered twice is filed once
  const once = createHmac("sha256", keyFor(secret, "incoming-mail")).update(JSON.stringify(mail)).digest();
  const isNew = await insertComplaintOnce(db, {
    number: makeNumber(once),
    kind: "complaint",
    email: mail.from,
    text: mail.text,
    site_id: site.id,
    language: site.settings.domain_language || defaultLanguage,
    // an address in a mail proves no sender
    logged_in: false,
    created_at: now,
  });
  return isNew ? "complaint" : "known";
}

const digest = (text: string) => createHash("sha256").update(text).digest();

function isAuthorised(authorization: string | undefined, secret: string): boolean {
  const [, credentials = ""] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? "") ?? [];
  const [, ...password] = Buffer.from(credentials, "base64").toString("utf8").split(":");
  return timingSafeEqual(digest(password.join(":")), digest(secret));
}

/** A mail server sends it what arrives at a site's support address. The answer reveals nothing of what became of it. */
export const receiveMail: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));

  app.post(incomingMailPath, { config: { limit: "feedback" } }, async (request, reply) => {
    const { config, clock, db, log } = services;
    const password = config.mailInletSecret;
    if (password === undefined) throw fail("not_found");
    if (!isAuthorised(request.headers.authorization, password)) {
      return reply.code(401).header("www-authenticate", 'Basic realm="incoming mail"').send({ received: false });
    }
    const mail = Buffer.isBuffer(request.body) ? await readIncomingMail(request.body) : undefined;
    const context = { secret: config.secret, now: clock.now() };
    const filed = mail ? await inTransaction(db, (trx) => fileMail(trx, mail, context)) : "ignored";
    log.info({ filed }, "incoming mail");
    return { received: true };
  });
};
