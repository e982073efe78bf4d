import { CheckCheck } from "lucide-react";
import { useState } from "react";
import type { Attachment } from "#contract/attachments.ts";
import { openGift } from "#contract/gifts.ts";
import { useAttachmentWords } from "#web/chat/attachment-words.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFailureText } from "#web/ui/form-error.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { GiftDrawing } from "./drawing.tsx";

type Props = {
  id: string;
  gift: Extract<Attachment, { kind: "gift" }>;
  mine: boolean;
  name: string;
  onOpened: () => void;
};

/** A gift in the chat: its recipient unwraps it, and its giver sees whether that has happened. */
export function GiftInChat({ id, gift, mine, name, onOpened }: Props) {
  const t = useTexts("gifts");
  const words = useAttachmentWords();
  const toText = useFailureText();
  const { run, failure } = useCall(openGift);
  const [unwrapped, setUnwrapped] = useState(false);
  // the pressed button is gone, so the focus moves to the unwrapped gift
  const figure = useFocus<HTMLElement>(unwrapped, { preventScroll: true });

  const open = async () => {
    setUnwrapped(true);
    if (await run({ body: { message: id } })) onOpened();
    else setUnwrapped(false);
  };
  if (!mine && !gift.opened && !unwrapped) {
    return (
      <div>
        <button type="button" className="gift-card gift-wrapped" onClick={open}>
          <GiftDrawing gift="wrapped" className="size-24" />
          <span>{words(gift, mine, name)}</span>
          <span className="font-semibold text-primary-ink">{t("chat.open")}</span>
        </button>
        {failure ? (
          <p role="alert" className="mt-1 text-danger-ink text-sm">
            {toText(failure)}
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <figure ref={figure} tabIndex={-1} className={`gift-card ${unwrapped ? "gift-unwrapped" : ""}`}>
      <GiftDrawing gift={gift.gift} className="size-24" />
      <figcaption>
        {words({ ...gift, opened: true }, mine, name)}
        {mine ? <GiftState opened={gift.opened} /> : null}
      </figcaption>
    </figure>
  );
}

function GiftState({ opened }: { opened: boolean }) {
  const t = useTexts("gifts");
  if (!opened) return <span className="block text-muted text-xs">{t("chat.not_opened")}</span>;
  return (
    <span className="flex items-center justify-center gap-1 text-secondary-ink text-xs">
      {t("chat.opened")}
      <CheckCheck aria-hidden className="size-3.5" />
    </span>
  );
}
