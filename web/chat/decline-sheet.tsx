import { type DeclineReason, declineReasons } from "#contract/answer-promise.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { declineUndoMs } from "./use-decline.ts";

type Props = { name: string; onClose: () => void; onDecline: (reason: DeclineReason) => void };

/** The five sentences of a kind "No, thanks": a tap on one chooses it. */
export default function DeclineSheet({ name, onClose, onDecline }: Props) {
  const t = useTexts("answer-promise");
  const choose = (reason: DeclineReason) => {
    onClose();
    onDecline(reason);
  };
  return (
    <Sheet open onClose={onClose} title={t("decline.title")}>
      <p className="mb-4">
        {t("decline.text", { name })} {t("decline.undo_note", { count: declineUndoMs / 1000 })}
      </p>
      <ul aria-label={t("decline.label")} className="grid gap-2.5">
        {declineReasons.map((reason) => (
          <li key={reason}>
            <button type="button" onClick={() => choose(reason)} className="radio-card w-full text-start font-semibold">
              {t(`reason.${reason}`)}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
