import { complaintTopics } from "#contract/complaints.ts";
import { reportReasons } from "#contract/moderation.ts";
import { paymentIssueKinds } from "#contract/money.ts";
import { type QueueName, textPlaces } from "#contract/office.ts";
import { photoSuspicions } from "#contract/photos.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** What a second person of the staff confirms. */
const proposalKinds = ["credits", "refund", "site", "code", "code_on", "refund_all", "remove_site", "payout"] as const;

/** Short words for what was decided: those of the audit log. */
export const actionOf = {
  photo_rejected: "photo_rejected",
  chat_photo_rejected: "chat_photo_rejected",
  voice_rejected: "report_removed",
  introduction_rejected: "introduction_rejected",
  text_rejected: "text_rejected",
  question_rejected: "text_rejected",
  text_removed: "text_rejected",
  warned: "member_warned",
  muted: "member_muted",
  suspended: "member_suspended",
  banned: "member_banned",
  reports_paused: "member_reports_paused",
  report_kept: "report_kept",
  danger_checked: "report_kept",
  danger_helped: "report_helped",
} as const;
const decided = Object.keys(actionOf) as (keyof typeof actionOf)[];

const named = <V extends string>(
  values: readonly V[],
  kind: string,
  name: (value: V) => string,
): string | undefined => {
  const value = values.find((each) => each === kind);
  return value === undefined ? undefined : name(value);
};

/** Names what kind an item of a queue is of; a code without a name is shown as it is. */
export function useKindName(queue: QueueName): (kind: string) => string {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const complaints = useTexts("complaints");
  const money = useTexts("money");
  const nameOf = (kind: string): string | undefined => {
    switch (queue) {
      case "photos":
      case "chat_photos":
        return named(photoSuspicions, kind, (value) => t(`suspicion.${value}`));
      case "reports":
        return named(reportReasons, kind, (value) => moderation(`reasons.${value}`));
      case "texts":
        return named(textPlaces, kind, (value) => t(`about.${value}`));
      case "objections":
        return named(decided, kind, (value) => t(`action.${actionOf[value]}`));
      case "complaints":
        return kind === "ban" ? t("queue.ban") : named(complaintTopics, kind, (value) => complaints(`topics.${value}`));
      case "payments":
        return named(paymentIssueKinds, kind, (value) => money(`kind.${value}`));
      case "proposals":
        return named(proposalKinds, kind, (value) => t(`proposal.${value}`));
      default:
        return undefined;
    }
  };
  return (kind) => nameOf(kind) ?? kind;
}
