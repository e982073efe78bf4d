import { Ban, CircleCheck, Flag } from "lucide-react";
import { useState } from "react";
import { type ReportReason, reportMember, reportReasons, reportTextLength } from "#contract/moderation.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ChoiceGroup, type ChoiceOption } from "#web/ui/choice-group.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { BlockEffects } from "./block-dialog.tsx";
import { type ReportAbout, toReportSubject } from "./report-about.ts";
import { useBlockCall } from "./use-block-call.ts";

type FormProps = {
  about: ReportAbout;
  onSent: (changed: boolean) => void;
  onClose: () => void;
  /** Called with whether closing would lose text or interrupt a running report. */
  onHold: (held: boolean) => void;
};

/** The reasons for a photo are about its content, those for a member or a chat about behaviour. */
export function useReasonOptions({ subject }: ReportAbout): ChoiceOption[] {
  const t = useTexts("moderation");
  return reportReasons.map((value) =>
    subject === "photo"
      ? { value, label: t(`photo_reasons.${value}`), note: t(`photo_reason_notes.${value}`) }
      : { value, label: t(`reasons.${value}`), note: t(`reason_notes.${value}`) },
  );
}

export function ReportText({ onText }: { onText?: (text: string) => void }) {
  const t = useTexts("moderation");
  return (
    <TextArea
      name="text"
      label={t("report.text")}
      note={t("report.text_note", { count: reportTextLength })}
      optional
      maxLength={reportTextLength}
      onChange={(event) => onText?.(event.currentTarget.value)}
    />
  );
}

export function SendReport({ pending = false }: { pending?: boolean }) {
  const t = useTexts("moderation");
  return (
    <Button type="submit" wide pending={pending}>
      <Flag aria-hidden className="size-5 shrink-0" />
      {t("report.send")}
    </Button>
  );
}

/** The reason, optional details, and for a message the wish that it is not quoted (D11.2). */
function ReportForm({ about, onSent, onClose, onHold }: FormProps) {
  const t = useTexts("moderation");
  const shell = useTexts("shell");
  const { run, pending, failure } = useCall(reportMember);
  return (
    <CallForm
      failure={failure}
      onSubmit={async ({ reason, text = "", unquoted }) => {
        // without a reason the server answers that one must be chosen
        const body = { ...toReportSubject(about), reason: reason as ReportReason, text, unquoted: unquoted === "1" };
        onHold(true);
        const answer = await run({ body });
        onHold(text !== "");
        if (answer) onSent(answer.changed);
      }}
    >
      <p className="mb-5">{t(`report.intro_${about.subject}`, { name: about.member.name })}</p>
      <ChoiceGroup look="cards" name="reason" legend={t("report.reason")} options={useReasonOptions(about)} />
      <ReportText onText={(text) => onHold(text.trim() !== "")} />
      {about.subject === "message" ? (
        <Checkbox name="unquoted" value="1" label={t("report.unquoted")} note={t("report.unquoted_note")} />
      ) : null}
      <div className="flex flex-col gap-2.5">
        <SendReport pending={pending} />
        <Button look="quiet" wide onClick={onClose}>
          {shell("cancel")}
        </Button>
      </div>
    </CallForm>
  );
}

type SentProps = { about: ReportAbout; changed: boolean; block: ReturnType<typeof useBlockCall>; onClose: () => void };

/** Says plainly what happens next, with a button to block the member at once. */
function ReportSent({ about, changed, block, onClose }: SentProps) {
  const t = useTexts("moderation");
  const { name } = about.member;
  // the pressed button no longer exists, so the focus moves to the result
  const heading = useFocus<HTMLParagraphElement>(true);
  return (
    <>
      <p ref={heading} tabIndex={-1} className="mb-3 flex items-start gap-2 font-semibold text-secondary-ink">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        {t(changed ? "report.changed" : "report.sent")}
      </p>
      <p className="mb-3">{t("report.next", { name })}</p>
      <p className="mb-5 text-muted">{t("report.danger")}</p>
      <div className="rounded-md bg-tint p-4">
        <h3 className="mb-2 text-lg">{t("report.block", { name })}</h3>
        <BlockEffects name={name} />
        <FormError failure={block.failure} />
        <Button look="danger" wide pending={block.pending} onClick={() => void block.block()}>
          <Ban aria-hidden className="size-5 shrink-0" />
          {t("block.do", { name })}
        </Button>
      </div>
      <Button look="quiet" wide className="mt-2.5" onClick={onClose}>
        {t("report.done")}
      </Button>
    </>
  );
}

type Props = { about: ReportAbout; next: string | undefined; onClose: () => void };

/** Reports a member, says what happens next, and optionally blocks the member. */
export default function ReportDialog({ about, next, onClose }: Props) {
  const t = useTexts("moderation");
  const block = useBlockCall(about.member, next);
  const [dirty, setDirty] = useState(false);
  const [sent, setSent] = useState<{ changed: boolean } | null>(null);
  const { name } = about.member;
  return (
    <Dialog
      open
      hasEntry
      onClose={onClose}
      title={t(`report.title_${about.subject}`, { name })}
      // a click outside must not lose the written text
      locked={block.pending || (dirty && sent === null)}
      closable={!block.pending}
      large
    >
      {sent === null ? (
        <ReportForm about={about} onSent={(changed) => setSent({ changed })} onClose={onClose} onHold={setDirty} />
      ) : (
        <ReportSent about={about} changed={sent.changed} block={block} onClose={onClose} />
      )}
    </Dialog>
  );
}
