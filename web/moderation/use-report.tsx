import { Flag } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import type { MenuEntry } from "#web/ui/menu.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import type { ReportAbout } from "./report-about.ts";

const ReportDialog = lazy(() => import("./report-dialog.tsx"));

/** "Report …" for a menu, and the dialog it opens; who blocks the member there, too, goes on as `useBlockCall` says. */
export function useReport(about: ReportAbout, next?: string): { entry: MenuEntry; dialog: ReactNode } {
  const t = useTexts("moderation");
  const overlay = useOverlay(`report-${about.subject}`);
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
