import { type DeclineReason, declineChat, declineReasons } from "#contract/answer-promise.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Sheet } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";

type Props = { conversation: string; name: string; onClose: () => void; onDone: () => void };

/** The five sentences of a kind "No, thanks": a tap on one sends it. */
export default function DeclineSheet({ conversation, name, onClose, onDone }: Props) {
  const t = useTexts("answer-promise");
  const { run, pending, failure } = useCall(declineChat);
  const decline = async (reason: DeclineReason) => {
    const answer = await run({ body: { conversation: { id: conversation }, reason } });
    if (!answer) return;
    onClose();
    onDone();
  };
  return (
    <Sheet open onClose={onClose} title={t("decline.title")} locked={pending}>
      <FormError failure={failure} />
      <p className="mb-4">{t("decline.text", { name })}</p>
      <ul aria-label={t("decline.label")} className="grid gap-2.5">
        {declineReasons.map((reason) => (
          <li key={reason}>
            <button
              type="button"
              disabled={pending}
              onClick={() => void decline(reason)}
              className="radio-card w-full text-start font-semibold"
            >
              {t(`reason.${reason}`)}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
