import { Ban, CircleCheck, Flag } from "lucide-react";
import { useState } from "react";
import { type ReportReason, reportMember, reportReasons, reportTextLength } from "#contract/moderation.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useBlock } from "#web/moderation/use-dialogs.tsx";
import { toClock } from "#web/profiles/voice/clock.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { closeEnded, type TalkView } from "./talk-session.ts";

type Ended = Extract<TalkView, { step: "ended" }>;

/** Only who pays learns that credits were used up. */
const shownEnd = ({ talk, end }: Ended) => (end === "credits" && talk.role === "asked" ? "hung_up" : end);

/** The call is over: how it ended, and what the member may do about the other one. */
export function TalkEnded({ view }: { view: Ended }) {
  const t = useTexts("talks");
  const moderation = useTexts("moderation");
  const { profile } = view.talk;
  const { name } = profile;
  const end = shownEnd(view);
  const [step, setStep] = useState<"end" | "report" | { reported: ReportReason }>("end");
  const [isHeld, setHeld] = useState(false);
  const block = useBlock(profile, "/chats", "talk-block");
  return (
    <>
      <Dialog
        open
        onClose={closeEnded}
        title={step === "end" ? t(`ended.${end}`) : t("report.title", { name })}
        sheet={step === "report"}
        // a click outside must not lose the written words
        locked={isHeld}
      >
        {step === "end" ? (
          <>
            <p className="mb-5">
              {view.seconds === null ? null : t("ended.length", { time: toClock(view.seconds) })}{" "}
              {t(`ended_text.${end}`, { name })}
            </p>
            <div className="flex flex-col gap-2.5">
              <Button wide onClick={closeEnded}>
                {moderation("report.done")}
              </Button>
              {view.seconds === null ? null : (
                <div className="flex flex-wrap justify-center gap-2">
                  <Button look="quiet" onClick={() => setStep("report")}>
                    <Flag aria-hidden className="size-5 shrink-0" />
                    {t("report.do")}
                  </Button>
                  <Button look="quiet" onClick={() => block.entry.onSelect?.()}>
                    <Ban aria-hidden className="size-5 shrink-0" />
                    {t("report.block")}
                  </Button>
                </div>
              )}
            </div>
          </>
        ) : step === "report" ? (
          <Report view={view} onSent={(reported) => setStep({ reported })} />
        ) : (
          <Reported view={view} reason={step.reported} onBlock={() => block.entry.onSelect?.()} onHold={setHeld} />
        )}
      </Dialog>
      {block.dialog}
    </>
  );
}

type Told = { reason: ReportReason; text: string };

/** Reports the call; the same again with words adds them. */
function useReport({ talk }: Ended) {
  const { run, pending, failure } = useCall(reportMember);
  const subject = { member: talk.profile.id, about: "profile", talk: talk.id, unquoted: false } as const;
  return { pending, failure, report: async (told: Told) => await run({ body: { ...subject, ...told } }) };
}

/** The first tap opens it, the second one reports. */
function Report({ view, onSent }: { view: Ended; onSent: (reason: ReportReason) => void }) {
  const t = useTexts("talks");
  const moderation = useTexts("moderation");
  const { report, pending, failure } = useReport(view);
  const first = useFocus<HTMLParagraphElement>(true);
  return (
    <>
      <p ref={first} tabIndex={-1} className="mb-4 outline-none">
        {t("report.intro", { name: view.talk.profile.name })}
      </p>
      <FormError failure={failure} />
      <ul aria-label={moderation("report.reason")} className="grid gap-2.5">
        {reportReasons.map((reason) => (
          <li key={reason}>
            <button
              type="button"
              disabled={pending}
              onClick={async () => {
                if (await report({ reason, text: "" })) onSent(reason);
              }}
              className="radio-card w-full text-start"
            >
              <span>
                <span className="block font-semibold">{moderation(`reasons.${reason}`)}</span>
                <span className="block text-muted text-sm">
                  {reason === "other" ? t("report.other") : moderation(`reason_notes.${reason}`)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

type ReportedProps = { view: Ended; reason: ReportReason; onBlock: () => void; onHold: (held: boolean) => void };

/** No recording says what happened: the reporter can, as long as they like, after the two taps. */
function Reported({ view, reason, onBlock, onHold }: ReportedProps) {
  const t = useTexts("talks");
  const moderation = useTexts("moderation");
  const heading = useFocus<HTMLParagraphElement>(true);
  const { report, pending, failure } = useReport(view);
  const [added, setAdded] = useState(false);
  const { name } = view.talk.profile;
  return (
    <>
      <p
        ref={heading}
        tabIndex={-1}
        role="status"
        className="mb-3 flex items-start gap-2 font-semibold text-secondary-ink"
      >
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        {moderation(added ? "report.changed" : "report.sent")}
      </p>
      <p className="mb-5">{moderation("report.next", { name })}</p>
      {added ? null : (
        <CallForm
          failure={failure}
          onSubmit={async ({ text = "" }) => {
            if (!(await report({ reason, text }))) return;
            setAdded(true);
            onHold(false);
          }}
        >
          <TextArea
            name="text"
            label={moderation("report.text")}
            note={moderation("report.text_note", { count: reportTextLength })}
            optional
            maxLength={reportTextLength}
            onChange={(event) => onHold(event.currentTarget.value.trim() !== "")}
          />
          <Button type="submit" look="outline" wide pending={pending}>
            {t("report.add")}
          </Button>
        </CallForm>
      )}
      <div className="mt-2.5 flex flex-col gap-2.5">
        <Button look="danger" wide onClick={onBlock}>
          <Ban aria-hidden className="size-5 shrink-0" />
          {moderation("block.do", { name })}
        </Button>
        <Button look="quiet" wide onClick={closeEnded}>
          {moderation("report.done")}
        </Button>
      </div>
    </>
  );
}
