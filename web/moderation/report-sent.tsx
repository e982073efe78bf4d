import { Ban, CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { BlockEffects } from "./block-effects.tsx";
import type { ReportAbout } from "./report-about.ts";
import type { useBlockCall } from "./use-block-call.ts";

type Props = { about: ReportAbout; changed: boolean; block: ReturnType<typeof useBlockCall>; onClose: () => void };

/** Says plainly what happens next, with a button to block the member at once. */
export function ReportSent({ about, changed, block, onClose }: Props) {
  const t = useTexts("moderation");
  const { name } = about.member;
  const heading = useRef<HTMLParagraphElement>(null);
  // the pressed button no longer exists, so the focus moves to the result
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <p ref={heading} tabIndex={-1} className="mb-3 flex items-start gap-2 font-semibold text-secondary-ink">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        {t(changed ? "report.changed" : "report.sent")}
      </p>
      <p className="mb-3">{t("report.next", { name })}</p>
      <p className="mb-5 text-muted">{t("report.danger")}</p>
      <div className="rounded-md bg-tint p-4">
        <h3 className="mb-2 text-lg">{t("report.block", { name })}</h3>
        <BlockEffects name={name} />
        <p className="-mt-3 mb-5 text-muted">{t("report.copy")}</p>
        <FormError failure={block.failure} />
        <Button look="danger" wide pending={block.pending} onClick={() => void block.block()}>
          <Ban aria-hidden className="size-5 shrink-0" />
          {t("block.do", { name })}
        </Button>
      </div>
      <Button look="quiet" wide className="mt-2.5" onClick={onClose}>
        {t("report.done")}
      </Button>
    </>
  );
}
