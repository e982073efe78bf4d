import { Flag } from "lucide-react";
import { type ReportReason, reportMember, reportReasons, reportTextLength } from "#contract/moderation.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { type ReportAbout, subjectOf } from "./report-about.ts";

type Props = {
  about: ReportAbout;
  onSent: (changed: boolean) => void;
  onClose: () => void;
  /** Whether there are words that closing would lose, or a report on its way. */
  onHold: (held: boolean) => void;
};

/** Why, and what happened: one of six reasons, and words if one likes (D11.2). */
export function ReportForm({ about, onSent, onClose, onHold }: Props) {
  const t = useTexts("moderation");
  const { run, pending, failure } = useCall(reportMember);
  const { name } = about.member;
  // a photo is reported for what it shows, a member and a chat for what somebody does
  const options = reportReasons.map((value) =>
    about.subject === "photo"
      ? { value, label: t(`photo_reasons.${value}`), note: t(`photo_reason_notes.${value}`) }
      : { value, label: t(`reasons.${value}`), note: t(`reason_notes.${value}`) },
  );
  return (
    <CallForm
      failure={failure}
      onSubmit={async ({ reason, text = "" }) => {
        // without one the server says that it has to be chosen
        const body = { ...subjectOf(about), reason: reason as ReportReason, text };
        onHold(true);
        const answer = await run({ body });
        onHold(text !== "");
        if (answer) onSent(answer.changed);
      }}
    >
      <p className="mb-5">{t(`report.intro_${about.subject}`, { name })}</p>
      <RadioCards name="reason" legend={t("report.reason")} options={options} />
      <TextArea
        name="text"
        label={t("report.text")}
        note={t("report.text_note", { count: reportTextLength })}
        optional
        maxLength={reportTextLength}
        onChange={(event) => onHold(event.currentTarget.value.trim() !== "")}
      />
      <div className="flex flex-col gap-2.5">
        <Button type="submit" wide pending={pending}>
          <Flag aria-hidden className="size-5 shrink-0" />
          {t("report.send")}
        </Button>
        <Button look="quiet" wide onClick={onClose}>
          {t("report.cancel")}
        </Button>
      </div>
    </CallForm>
  );
}
