import { Gift } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import type { GiftFor } from "./gift-for.ts";
import { useGift } from "./use-gift.tsx";

/** The icon beside the message field that opens the sheet of gifts. */
export function GiftButton(props: GiftFor) {
  const t = useTexts("gifts");
  const { open, sheet } = useGift(props);
  return (
    <>
      <button type="button" className="icon-button" aria-label={t("send.open")} onClick={() => open()}>
        <Gift aria-hidden className="size-5" />
      </button>
      {sheet}
    </>
  );
}

/** The same as a button with text, for a profile. */
export function GiftAction(props: GiftFor) {
  const t = useTexts("gifts");
  const { open, sheet } = useGift(props);
  return (
    <>
      <Button look="outline" onClick={() => open()}>
        <Gift aria-hidden className="size-5 shrink-0" />
        {t("send.open")}
      </Button>
      {sheet}
    </>
  );
}
