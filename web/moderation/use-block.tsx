import { Ban } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { MenuEntry } from "#web/ui/open-menu.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import type { Blockable } from "./use-block-call.ts";

const BlockDialog = lazyPart(() => import("./block-dialog.tsx"));

/**
 * The menu entry "Block {name}" and its dialog; for what follows see `useBlockCall`. `name` distinguishes a second one
 * on a page.
 */
export function useBlock(member: Blockable, next?: string, name = "block"): { entry: MenuEntry; dialog: ReactNode } {
  const t = useTexts("moderation");
  const overlay = useOverlay(name);
  return {
    entry: {
      label: t("block.do", { name: member.name }),
      icon: <Ban aria-hidden className="size-5 shrink-0" />,
      onSelect: () => overlay.open(),
    },
    dialog:
      overlay.shows !== null ? (
        <Suspense fallback={null}>
          <BlockDialog member={member} next={next} onClose={overlay.close} />
        </Suspense>
      ) : null,
  };
}
