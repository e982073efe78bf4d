import { z } from "zod";
import { languages } from "#contract/constants.ts";
import { fictionalWords, siteAndCompany } from "#server/features/sites/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { systemRandom } from "#server/random.ts";
import type { Services } from "#server/services.ts";
import { mailContent } from "./mail-content.ts";
import { mailFrame } from "./mail-frame.ts";
import { mailHtml } from "./mail-html.ts";
import { isNotice, mailToWrite } from "./mail-kinds.ts";
import { mailText } from "./mail-text.ts";
import { oneClickPath } from "./one-click-path.ts";
import { hasLeft } from "./store.ts";

const addressed = z.object({
  /** Given when the job is added and kept over its attempts, so that no mail is kept or shown twice. */
  id: z.uuid().default(() => systemRandom.uuid()),
  siteId: z.int(),
  /** The member it is to. */
  accountId: z.uuid().optional(),
  /** Other members whom it tells of: "Anna likes you". Who is erased takes both kinds along. */
  about: z.array(z.uuid()).default([]),
  to: z.string(),
  language: z.enum(languages),
  /** scheme://host as the member used it; links in the mail begin with it. */
  origin: z.url({ protocol: /^https?$/ }),
});

/** What the job needs to know: `jobs.add(ctx.db, sendMailJob, { siteId, to, language, origin, kind, params })`. */
export const mailJobData = addressed.and(mailToWrite);
export type MailJobData = z.input<typeof mailJobData>;

type Writing = Pick<Services, "db" | "texts">;

/** What shows a button to unsubscribe in the mail program itself, pressed once (RFC 8058). */
function unsubscribeHeaders(origin: string, token: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${origin}${oneClickPath}?token=${token}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Writes a mail in its language, for its site (D9.2). */
export async function writeMail({ db, texts }: Writing, data: z.output<typeof mailJobData>) {
  const about = await siteAndCompany(db, data.siteId);
  const { settings } = about.site;
  const { language, origin } = data;
  const text = (key: string, params = {}) => texts.t(language, `mails:${key}`, { site: settings.name, ...params });
  const { fictional_warning: label } = fictionalWords(texts, about.site, language);
  const fictional = { icon: settings.fictional_icon, label };
  const content = mailContent(data, { language, origin, text, fictional });
  const frame = mailFrame(about, { language, origin, text });
  return {
    id: data.id,
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
      // no holiday answers to a machine
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(isNotice(data) && unsubscribeHeaders(origin, data.params.token)),
    },
    language,
  };
}

/** Writes one mail and hands it to the mail port; tried again when that fails (rule 7). */
export const sendMailJob = defineJob({
  name: "send-mail",
  data: mailJobData,
  // a link in it opens an account
  keptSeconds: 3600,
  async run(services, data) {
    // it waited while somebody left: they are gone for everyone, and nothing is told of them or to them (D3.9)
    if (isNotice(data) && (await hasLeft(services.db, [data.accountId ?? "", ...data.about]))) return;
    await services.mail.send(await writeMail(services, data));
  },
});
