import { Check, CheckCheck, CircleAlert, Clock3, Hourglass } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";

export type State = "sending" | "held" | "sent" | "read";

const icons = { sending: Clock3, held: Hourglass, sent: Check, read: CheckCheck };

/** The delivery state of the viewer's own message, as icon and text. */
export function MessageState({ state }: { state: State }) {
  const t = useTexts("chat");
  const Icon = icons[state];
  return (
    <span className={`inline-flex items-center gap-1 ${state === "read" ? "text-secondary-ink" : ""}`}>
      {t(`state.${state}`)}
      <Icon aria-hidden className="size-3.5" />
    </span>
  );
}

type UnsentProps = { state: "refused" | "unknown"; reason: string; onRetry: () => void; onDelete: () => void };

/** Says that the viewer's message was not sent, and whether it cost credits; offers retry and delete. */
export function NotSent({ state, reason, onRetry, onDelete }: UnsentProps) {
  const t = useTexts("chat");
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-end text-danger-ink text-sm">
      <p className="flex items-start gap-1.5 font-medium">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          {t(`state.${state}`)} {reason}
        </span>
      </p>
      <span className="flex">
        <button type="button" className="min-h-11 px-2 font-semibold underline" onClick={onRetry}>
          {t("state.retry")}
        </button>
        <button type="button" className="min-h-11 px-2 font-semibold underline" onClick={onDelete}>
          {t("state.delete")}
        </button>
      </span>
    </div>
  );
}
