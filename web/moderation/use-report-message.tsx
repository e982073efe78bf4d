import { type ReactNode, Suspense } from "react";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useOverlay } from "#web/ui/use-overlay.ts";
import type { Blockable } from "./use-block-call.ts";

const ReportDialog = lazyPart(() => import("./report-dialog.tsx"));

/** Reports a member's messages: one dialog for all messages of a chat, which have a menu each (D11.2). */
export function useReportMessage(
  member: Blockable,
  next: string,
): { report: (messageId: string) => void; dialog: ReactNode } {
  const { shows, open, close } = useOverlay("report-message");
  return {
    report: open,
    dialog:
      shows === null ? null : (
        <Suspense fallback={null}>
          <ReportDialog about={{ member, subject: "message", message: shows }} next={next} onClose={close} />
        </Suspense>
      ),
  };
}
