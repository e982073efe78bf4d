import { Trash2 } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

export type Removed = { name: string; promiseWaits: boolean };
type Props = { chat: Removed; onRemove: () => void; onClose: () => void };

/**
 * Asks for confirmation before a chat is removed: what is in it doesn't come back, nor do the credits of a first
 * message that waits.
 */
export default function RemoveDialog({ chat, onRemove, onClose }: Props) {
  const t = useTexts("chat");
  return (
    <Dialog open hasEntry onClose={onClose} title={t("row.remove_title")}>
      <p className="mb-5">{t("row.remove_text", { name: chat.name })}</p>
      {chat.promiseWaits ? <p className="mb-5">{t("row.remove_promise")}</p> : null}
      <div className="flex flex-col gap-2.5">
        <Button look="danger" wide onClick={onRemove}>
          <Trash2 aria-hidden className="size-5 shrink-0" />
          {t("row.remove")}
        </Button>
        <Button look="quiet" wide onClick={onClose}>
          {t("row.remove_keep")}
        </Button>
      </div>
    </Dialog>
  );
}
