import { Trash2 } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import type { MenuEntry } from "#web/ui/open-menu.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import type { Removed } from "./remove-dialog.tsx";

const RemoveDialog = lazyPart(() => import("./remove-dialog.tsx"));

/** A menu's entry that asks before it removes a chat. `overlay` is the dialog's name, unique on the page. */
export function useRemoveDialog(
  chat: Removed,
  onRemove: () => void,
  overlay = "remove-chat",
): { entry: MenuEntry; dialog: ReactNode } {
  const t = useTexts("chat");
  const { shows, open, close } = useOverlay(overlay);
  // the dialog leaves the history first: the removal draws other elements in its place, or leads to another page
  const remove = () => void close().then(onRemove);
  return {
    entry: {
      label: t("row.remove"),
      icon: <Trash2 aria-hidden className="size-5" />,
      onSelect: () => open(),
    },
    dialog:
      shows === null ? null : (
        <Suspense fallback={null}>
          <RemoveDialog chat={chat} onRemove={remove} onClose={close} />
        </Suspense>
      ),
  };
}
