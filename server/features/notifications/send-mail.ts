import { z } from "zod";
import { languages } from "#contract/constants.ts";
import { siteAndCompany } from "#server/features/sites/site-and-company.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Platform } from "#server/platform.ts";
import { systemRandom } from "#server/random.ts";
import { mailContent } from "./mail-content.ts";
import { mailFrame } from "./mail-frame.ts";
import { mailHtml } from "./mail-html.ts";
import { mailToWrite } from "./mail-kinds.ts";
import { mailText } from "./mail-text.ts";

const addressed = z.object({
  /** Given when the job is added and kept over its attempts, so that no mail is kept or shown twice. */
  id: z.uuid().default(() => systemRandom.uuid()),
  siteId: z.int(),
  accountId: z.uuid().optional(),
  to: z.string(),
  language: z.enum(languages),
  /** scheme://host as the member used it; links in the mail begin with it. */
  origin: z.url({ protocol: /^https?$/ }),
});

/** What the job needs to know: `jobs.add(ctx.db, sendMailJob, { siteId, to, language, origin, kind, params })`. */
export const mailJobData = addressed.and(mailToWrite);
export type MailJobData = z.input<typeof mailJobData>;

type Writing = Pick<Platform, "db" | "texts">;

/** Writes a mail in its language, for its site (D9.2). */
export async function writeMail({ db, texts }: Writing, data: z.output<typeof mailJobData>) {
  const about = await siteAndCompany(db, data.siteId);
  const { settings } = about.site;
  const { language, origin } = data;
  const text = (key: string, params = {}) => texts.t(language, `mails:${key}`, { site: settings.name, ...params });
  const content = mailContent(data, { language, origin, text });
  const frame = mailFrame(about, { language, origin, text });
  return {
    id: data.id,
    siteId: data.siteId,
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
    },
    language,
  };
}

/** Writes one mail and hands it to the mail port; tried again when that fails (rule 7). */
export const sendMailJob = defineJob({
  name: "send-mail",
  data: mailJobData,
  async run(platform, data) {
    await platform.mail.send(await writeMail(platform, data));
  },
});
