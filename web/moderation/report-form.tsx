import { Flag } from "lucide-react";
import { type ReportReason, reportMember, reportReasons, reportTextLength } from "#contract/moderation.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { type ReportAbout, toReportSubject } from "./report-about.ts";

type Props = {
  about: ReportAbout;
  onSent: (changed: boolean) => void;
  onClose: () => void;
  /** Called with whether closing would lose text or interrupt a running report. */
  onHold: (held: boolean) => void;
};

/** The reason, one of six, and optional details (D11.2). */
export function ReportForm({ about, onSent, onClose, onHold }: Props) {
  const t = useTexts("moderation");
  const { run, pending, failure } = useCall(reportMember);
  const { name } = about.member;
  // the reasons for a photo are about its content, those for a member or a chat about behaviour
  const options = reportReasons.map((value) =>
    about.subject === "photo"
      ? { value, label: t(`photo_reasons.${value}`), note: t(`photo_reason_notes.${value}`) }
      : { value, label: t(`reasons.${value}`), note: t(`reason_notes.${value}`) },
  );
  return (
    <CallForm
      failure={failure}
      onSubmit={async ({ reason, text = "" }) => {
        // without a reason the server answers that one must be chosen
        const body = { ...toReportSubject(about), reason: reason as ReportReason, text };
        onHold(true);
        const answer = await run({ body });
        onHold(text !== "");
        if (answer) onSent(answer.changed);
      }}
    >
      <p className="mb-5">{t(`report.intro_${about.subject}`, { name })}</p>
      <ChoiceGroup look="cards" name="reason" legend={t("report.reason")} options={options} />
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
