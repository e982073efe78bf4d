import { Flag } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { MenuEntry } from "#web/ui/open-menu.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import type { ReportAbout } from "./report-about.ts";

const ReportDialog = lazyPart(() => import("./report-dialog.tsx"));

/**
 * The menu entry "Report …" and its dialog. If the user also blocks the member there, `useBlockCall` says what follows.
 * `name` distinguishes a second one on a page.
 */
export function useReport(
  about: ReportAbout,
  next?: string,
  name = `report-${about.subject}`,
): { entry: MenuEntry; dialog: ReactNode } {
  const t = useTexts("moderation");
  const overlay = useOverlay(name);
  return {
    entry: {
      label: t(`report.do_${about.subject}`, { name: about.member.name }),
      icon: <Flag aria-hidden className="size-5 shrink-0" />,
      onSelect: () => overlay.open(),
    },
    dialog:
      overlay.shows !== null ? (
        <Suspense fallback={null}>
          <ReportDialog about={about} next={next} onClose={overlay.close} />
        </Suspense>
      ) : null,
  };
}
