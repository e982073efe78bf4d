import { Ban, CircleCheck } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import { BlockEffects } from "./block-dialog.tsx";
import { ReportText, SendReport, useReasonOptions } from "./report-dialog.tsx";
import { reportedPath, type SafetyPart } from "./safety-address.ts";
import type { Blockable } from "./use-block-call.ts";

type Props = { member: Blockable; part: SafetyPart; failure: FormFailure | null | undefined };

function ReportForm({ member, failure }: Omit<Props, "part">) {
  const t = useTexts("moderation");
  const options = useReasonOptions({ member, subject: "profile" });
  return (
    <CallForm action={reportedPath} failure={failure} onSubmit={() => {}}>
      <h2 className="mb-3 text-xl">{t("report.title_profile", { name: member.name })}</h2>
      <input type="hidden" name="call" value="reportMember" />
      <input type="hidden" name="member" value={member.id} />
      <input type="hidden" name="about" value="profile" />
      <p className="mb-5">{t("report.intro_profile", { name: member.name })}</p>
      <ChoiceGroup look="cards" name="reason" legend={t("report.reason")} options={options} />
      <ReportText />
      <SendReport />
    </CallForm>
  );
}

function BlockForm({ member: { id, name } }: Pick<Props, "member">) {
  const t = useTexts("moderation");
  return (
    <CallForm action="?" onSubmit={() => {}}>
      <h2 className="mb-3 text-xl">{t("block.title", { name })}</h2>
      <input type="hidden" name="call" value="blockMember" />
      <input type="hidden" name="id" value={id} />
      <BlockEffects name={name} />
      <Button type="submit" look="danger" wide>
        <Ban aria-hidden className="size-5 shrink-0" />
        {t("block.do", { name })}
      </Button>
    </CallForm>
  );
}

/** What the dialogs of a report and a block ask and say, on the page: without scripts no dialog opens. */
export default function SafetyForms({ member, part, failure }: Props) {
  const t = useTexts("moderation");
  if (part === "reported" && !failure) {
    return (
      <div role="status" className="mt-3">
        <p className="mb-3 flex items-start gap-2 font-semibold text-secondary-ink">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
          {t("report.sent")}
        </p>
        <p className="mb-3">{t("report.next", { name: member.name })}</p>
        <p className="text-muted">{t("report.danger")}</p>
      </div>
    );
  }
  return (
    <WithoutScripts>
      <div className="mt-3">
        {part === "block" ? <BlockForm member={member} /> : <ReportForm member={member} failure={failure} />}
      </div>
    </WithoutScripts>
  );
}
