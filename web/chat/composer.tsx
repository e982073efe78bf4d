import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId } from "react";
import { countGraphemes, isInvisible } from "#contract/text.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MessagePrice } from "./message-price.tsx";
import type { useDraft } from "./use-draft.ts";

/** The counter shows once this many characters or fewer are left. */
const counterFrom = 100;

function hasFinePointer(): boolean {
  return matchMedia("(pointer: fine)").matches;
}

type Props = {
  name: string;
  draft: ReturnType<typeof useDraft>;
  /** Credits that a message costs. */
  credits: number;
  onSend: (text: string) => void;
  autoFocus?: boolean;
  /** Buttons for what a message can carry besides its text; beside the form, as each may open one of its own. */
  attach?: ReactNode;
  /** What the member has to know before writing, and what went wrong. */
  children?: ReactNode;
};

/**
 * The field to write in, with the price beside the button (ux: Manners). Enter sends if there is a fine pointer, and so
 * probably a real keyboard.
 */
export function Composer({ name, draft, credits, onSend, autoFocus = false, attach, children }: Props) {
  const t = useTexts("chat");
  const limit = useSettings().message_length;
  const counterId = useId();
  const priceId = useId();
  const { area, text, note, write, restore } = draft;
  useEffect(restore, [restore]);
  const length = text.length > limit - counterFrom ? countGraphemes(text.normalize("NFC").trim()) : 0;
  const left = limit - length;
  const empty = isInvisible(text);

  const send = () => {
    area.current?.focus();
    if (empty || left < 0) return;
    write("");
    onSend(text.normalize("NFC").trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || !hasFinePointer()) return;
    event.preventDefault();
    send();
  };

  return (
    <div className="composer">
      {children}
      <div className="flex items-end gap-2">
        {attach === undefined ? null : <div className="composer-attach">{attach}</div>}
        <form
          className="flex min-w-0 grow items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <textarea
            ref={area}
            name="text"
            rows={1}
            className="composer-area"
            aria-label={t("composer.label", { name })}
            aria-describedby={`${priceId} ${counterId}`}
            aria-invalid={left < 0 || undefined}
            placeholder={t("composer.placeholder")}
            enterKeyHint="enter"
            // biome-ignore lint/a11y/noAutofocus: the member came here to write
            autoFocus={autoFocus}
            onInput={note}
            onKeyDown={onKeyDown}
          />
          <button
            type="submit"
            className="button button-primary size-12 shrink-0 px-0"
            aria-label={credits === 0 ? t("composer.send") : t("composer.send_price", { count: credits })}
            aria-disabled={empty || left < 0 || undefined}
          >
            <SendHorizontal aria-hidden className="size-5" />
          </button>
        </form>
      </div>
      <div className="mt-1.5 flex flex-wrap justify-between gap-x-4 px-1 text-muted text-xs">
        <p id={priceId}>
          <MessagePrice credits={credits} />
        </p>
        <p className="max-md:hidden pointer-coarse:hidden">{length === 0 ? t("composer.enter_hint") : null}</p>
        <p id={counterId} role="status" className={left < 0 ? "font-semibold text-danger-ink" : ""}>
          {left < 0 ? t("composer.too_long", { count: -left }) : null}
          {left >= 0 && length > 0 && left <= counterFrom ? t("composer.remaining", { count: left }) : null}
        </p>
      </div>
    </div>
  );
}
