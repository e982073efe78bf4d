import { Trash2 } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";

/** Deletes a message that only its author has seen yet (D6.3). */
export function DeleteHeldButton({ name, onDeleteHeld }: { name: string; onDeleteHeld: () => void }) {
  const t = useTexts("chat");
  return (
    <button
      type="button"
      className="icon-button -my-1 text-muted"
      aria-label={t("held.delete", { name })}
      title={t("state.delete")}
      onClick={onDeleteHeld}
    >
      <Trash2 aria-hidden className="size-4.5" />
    </button>
  );
}
