import { defineFeature } from "#server/feature.ts";
import { sendMailJob, sendMassMailJob } from "./send-mail.ts";

export { countryName, formatDay, formatMoney, formatPercent, formatSums, formatTime } from "./formats.ts";
export type { MailParams, MoneyMailKind, NoticePerson } from "./mail-kinds.ts";
export { type MailOwner, mailOwner, mailUncounted } from "./mail-owner.ts";
export { accountOfToken, metadataField, readMailToken } from "./mail-token.ts";
export { type CountedAddress, countOwn, countUnproven, mailUnproven } from "./mail-unproven.ts";
export { namesOf, noticeKey } from "./notice-mails.ts";
export { previewedMails, previewMail } from "./preview-mail.ts";
export { loadTerms } from "./purchase-papers.ts";
export {
  type AnyMailJobData,
  isStillWanted,
  type MailJobData,
  oneClickPath,
  sendMailJob,
  sendMassMailJob,
} from "./send-mail.ts";
export { mayStillNotify } from "./store.ts";
export { settingChanges } from "./terms-values.ts";

export const mails = defineFeature({
  jobs: [sendMailJob, sendMassMailJob],
  retention: [{ table: "outbox", column: "created_at", keepDays: 30 }],
});
