import { z } from "zod";
import { languages } from "#contract/constants.ts";
import {
  type NoticeKind,
  type NotificationChannel,
  type NotificationKind,
  onByDefault,
  type WeeklyKind,
} from "#contract/notifications.ts";
import { noteDone } from "#server/db/last-done.ts";
import { fictionalWords, mailTexts, siteAndCompany } from "#server/features/sites/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { systemRandom } from "#server/lib/random.ts";
import type { Services } from "#server/services.ts";
import { mailContent } from "./mail-content.ts";
import { isSwitched, type MailToWrite, mailToWrite } from "./mail-kinds.ts";
import { mailFrame } from "./mail-parts.ts";
import { mailText } from "./mail-text.ts";
import { mailToken, metadataField } from "./mail-token.ts";
import { purchasePapers } from "./purchase-papers.ts";
import { findMailReceiver, findSwitch, mayStillNotify } from "./store.ts";

export const oneClickPath = "/api/list-unsubscribe.php";

type Queued = {
  receiver: string;
  kind: NotificationKind;
  channel: NotificationChannel;
  about: readonly string[];
};

/** Asks again: a queued mail or push may have waited for hours, for a mail server or as a dead letter. */
export async function isStillWanted(
  { db, notices }: Pick<Services, "db" | "notices">,
  { receiver, kind, channel, about }: Queued,
): Promise<boolean> {
  if (!(await mayStillNotify(db, receiver, about))) return false;
  if (!((await findSwitch(db, receiver, kind, channel)) ?? onByDefault[kind])) return false;
  const definition = notices.find((each) => each.kind === kind);
  return definition === undefined || (await definition.find(db, receiver, about)).size > 0;
}

const addressed = z.object({
  /** Created with the job and the same for all its attempts, so that no mail is stored or shown twice. */
  id: z.uuid().default(() => systemRandom.uuid()),
  siteId: z.int(),
  accountId: z.uuid().optional(),
  /** Other members that it is about: "Anna likes you". It is deleted if they or the receiver are erased. */
  about: z.array(z.uuid()).default([]),
  to: z.string(),
  language: z.enum(languages),
  /** scheme://host as the member used it; links in the mail begin with it. */
  origin: z.url({ protocol: /^https?$/ }),
});

export const mailJobData = addressed.and(mailToWrite);
export type MailJobData = z.input<typeof mailJobData>;
/** The data of every mail, also of those that only `mailUnproven` queues. */
export type AnyMailJobData = z.input<typeof addressed> & MailToWrite;

export type WriteContext = Pick<Services, "db" | "texts" | "config">;

/** The headers that show a one-click unsubscribe button in the mail program (RFC 8058). */
function unsubscribeHeaders(origin: string, token: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${origin}${oneClickPath}?token=${token}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

type MailData = z.output<typeof mailJobData>;

/** The token by which reports about the mail are recognised; undefined for a mail to staff. */
async function tokenOf({ db, config: { secret } }: WriteContext, { id: mailId, accountId, to: address }: MailData) {
  const receiver = accountId ? await findMailReceiver(db, accountId) : undefined;
  if (!accountId || !receiver) return undefined;
  return mailToken(secret, { accountId, mailId, epoch: receiver.mail_epoch, address });
}

/** `words`: those of the site as staff look at them, before they are saved. */
export async function writeMail(context: WriteContext, data: MailData, words?: Record<string, string>) {
  const { db, texts } = context;
  // loaded by the first mail: the library takes a fifth of a second of CPU that a start does without
  const { mailHtml } = await import("./mail-html.ts");
  const about = await siteAndCompany(db, data.siteId);
  const { settings } = about.site;
  const { language, origin } = data;
  const say = await mailTexts(context, data.siteId, language, words);
  const text = (key: string, params = {}) => say(key, { site: settings.name, ...params });
  const { fictional_warning: label } = fictionalWords(texts, about.site, language);
  const fictional = { icon: settings.fictional_icon, label };
  const content = mailContent(data, { language, origin, text, fictional });
  const order = "order" in data.params ? data.params.order : null;
  if (order) {
    const sections = await purchasePapers({ db, texts, about, language, origin, text }, order);
    content.papers = { title: text("papers.title"), sections };
  }
  const frame = mailFrame(about, { language, text });
  const token = await tokenOf(context, data);
  return {
    id: data.id,
    reference: token ?? data.id,
    siteId: data.siteId,
    concerns: [...(data.accountId ? [data.accountId] : []), ...data.about],
    to: data.to,
    from: settings.mail_address,
    fromName: settings.mail_name,
    subject: content.subject,
    text: mailText(content, frame),
    html: await mailHtml(content, frame),
    headers: {
      "Reply-To": settings.support_email,
      // asks for no automatic replies, such as out-of-office answers
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      // Postmark replaces the Message-ID, and reports this instead
      ...(token && { [`X-PM-Metadata-${metadataField}`]: token }),
      ...(isSwitched(data) && unsubscribeHeaders(origin, data.params.token)),
    },
    language,
  };
}

/** Since the job was added the receiver's mails may have been stopped, their address changed, or the site closed. */
async function isUnwanted(
  services: Pick<Services, "db" | "notices">,
  { siteId, accountId: id, about, to, kind }: MailData & MailToWrite<NoticeKind | WeeklyKind>,
): Promise<boolean> {
  const { site } = await siteAndCompany(services.db, siteId);
  if (site.settings.closed_until !== "") return true;
  if (id === undefined) return !(await mayStillNotify(services.db, null, about));
  const receiver = await findMailReceiver(services.db, id);
  if (receiver?.email !== to || receiver.notifications_disabled.length > 0) return true;
  return !(await isStillWanted(services, { receiver: id, kind, channel: "email", about }));
}

async function sendMail(services: Services, data: MailData): Promise<void> {
  if (isSwitched(data) && (await isUnwanted(services, data))) return;
  await services.mail.send(await writeMail(services, data));
  // a failure must not send the mail again
  await noteDone(services.db, "mail", services.clock.now()).catch((error: unknown) =>
    services.log.warn({ err: error }, "the time of the last mail was not noted"),
  );
}

const mailJob = {
  data: mailJobData,
  // kept only for an hour, because a link in the mail can open an account
  keptSeconds: 3600,
  // a mail mostly waits for the mail server
  atOnce: 8,
  run: sendMail,
};

/** Writes one mail that its receiver waits for, and hands it to the mail port; retried on failure (rule 7). */
export const sendMailJob = defineJob({ name: "send-mail", ...mailJob });

/** A queue of its own, so that a new member's activation mail never stands behind ten thousand notices. */
export const sendMassMailJob = defineJob({ name: "send-mass-mail", ...mailJob });
