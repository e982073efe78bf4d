import { MessageCircleOff } from "lucide-react";
import { type DeclineReason, declineChat, declineReasons } from "#contract/answer-promise.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { Sheet } from "#web/ui/dialog.tsx";

type Props = { conversation: string; name: string; onClose: () => void; onDone: () => void };

/** The five sentences of a kind "No, thanks". */
export default function DeclineSheet({ conversation, name, onClose, onDone }: Props) {
  const t = useTexts("answer-promise");
  const { run, pending, failure } = useCall(declineChat);
  return (
    <Sheet open onClose={onClose} title={t("decline.title")} locked={pending}>
      <CallForm
        failure={failure}
        onSubmit={async ({ reason }) => {
          // without a reason the server answers that one must be chosen
          const answer = await run({ body: { conversation: { id: conversation }, reason: reason as DeclineReason } });
          if (!answer) return;
          onClose();
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
  );
}
