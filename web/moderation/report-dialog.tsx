import { useState } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { ReportAbout } from "./report-about.ts";
import { ReportForm } from "./report-form.tsx";
import { ReportSent } from "./report-sent.tsx";
import { useBlockCall } from "./use-block-call.ts";

type Props = { about: ReportAbout; next: string | undefined; onClose: () => void };

/** Reports a member, says what happens next, and optionally blocks the member (D11.2). */
export default function ReportDialog({ about, next, onClose }: Props) {
  const t = useTexts("moderation");
  const block = useBlockCall(about.member, next);
  const [dirty, setDirty] = useState(false);
  const [sent, setSent] = useState<{ changed: boolean } | null>(null);
  const { name } = about.member;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`report.title_${about.subject}`, { name })}
      // a click outside must not lose the written text
      locked={block.pending || (dirty && sent === null)}
      closable={!block.pending}
      large
    >
      {sent === null ? (
        <ReportForm about={about} onSent={(changed) => setSent({ changed })} onClose={onClose} onHold={setDirty} />
      ) : (
        <ReportSent about={about} changed={sent.changed} block={block} onClose={onClose} />
      )}
    </Dialog>
  );
}
