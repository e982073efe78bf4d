import { MessageCircleOff } from "lucide-react";
import { useState } from "react";
import { type DeclineReason, declineChat, declineReasons } from "#contract/answer-promise.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { Sheet } from "#web/ui/dialog.tsx";

type Props = { conversation: string; name: string; onDone: () => void };

/** The button above the field for a kind "No, thanks" to a first message, and the sheet with its five sentences. */
export function Decline({ conversation, name, onDone }: Props) {
  const t = useTexts("answer-promise");
  const [open, setOpen] = useState(false);
  const { run, pending, failure } = useCall(declineChat);
  return (
    <div className="mb-1.5">
      <Button look="outline" onClick={() => setOpen(true)}>
        {t("decline.open")}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t("decline.title")} locked={pending}>
        <CallForm
          failure={failure}
          onSubmit={async ({ reason }) => {
            // without a reason the server answers that one must be chosen
            const answer = await run({ body: { conversation: { id: conversation }, reason: reason as DeclineReason } });
            if (!answer) return;
            setOpen(false);
            onDone();
          }}
        >
          <p className="mb-4">{t("decline.text", { name })}</p>
          <ChoiceGroup
            look="cards"
            name="reason"
            legend={t("decline.label")}
            options={declineReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
          />
          <Button type="submit" wide pending={pending}>
            <MessageCircleOff aria-hidden className="size-5 shrink-0" />
            {t("decline.open")}
          </Button>
        </CallForm>
      </Sheet>
    </div>
  );
}
