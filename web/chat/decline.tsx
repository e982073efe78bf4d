import { Suspense, useState } from "react";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";

const DeclineSheet = lazyPart(() => import("./decline-sheet.tsx"));

type Props = { conversation: string; name: string; onDone: () => void };

/** The button above the field for a kind "No, thanks" to a first message. */
export function Decline(props: Props) {
  const t = useTexts("answer-promise");
  const [open, setOpen] = useState(false);
  return (
    <div className="mb-1.5">
      <Button look="outline" onClick={() => setOpen(true)}>
        {t("decline.open")}
      </Button>
      <Suspense fallback={null}>{open ? <DeclineSheet {...props} onClose={() => setOpen(false)} /> : null}</Suspense>
    </div>
  );
}
