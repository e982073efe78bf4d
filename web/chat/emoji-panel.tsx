import { Suspense } from "react";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useTexts } from "#web/lib/texts.tsx";

const EmojiPicker = lazyPart(() => import("./emoji-picker.tsx"));

type Props = { onPick: (emoji: string) => void; onClose: () => void };

/** The emoji picker above the field. Its script and data are loaded when it is first opened. */
export function EmojiPanel({ onPick, onClose }: Props) {
  const t = useTexts("chat");
  return (
    <section
      aria-label={t("emoji.title")}
      className="emoji-panel"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Suspense fallback={<p className="m-auto text-muted text-sm">{t("emoji.loading")}</p>}>
        <EmojiPicker onPick={onPick} />
      </Suspense>
    </section>
  );
}
