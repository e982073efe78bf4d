import { SendHorizontal, Smile } from "lucide-react";
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { countGraphemes, isInvisible } from "#contract/measure-text.ts";
import type { Card } from "#contract/profiles.ts";
import { useFormatPriceRange, useMessageCosts } from "#web/credits/price-words.ts";
import { creditsPath } from "#web/credits/return-to.ts";
import { PriceLine } from "#web/credits/time-bonus/price-note.tsx";
import { newKey } from "#web/lib/api.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useFreeWords } from "#web/member-parts/free-words.ts";
import { useSmallestBundle } from "#web/member-parts/smallest-bundle.tsx";
import { Dot } from "#web/ui/dot.tsx";
import { useDialogEntry } from "#web/ui/use-overlay.ts";
import { ConfirmRiskySend, type useRiskySend } from "./confirm-risky-send.tsx";
import { type Draft, useDraftState } from "./use-draft.ts";

const EmojiPicker = lazyPart(() => import("./emoji-picker.tsx"));

type EmojiPanelProps = { onPick: (emoji: string) => void; onClose: () => void };

/** The emoji picker above the field. Its script and data are loaded when it is first opened. Back closes it. */
function EmojiPanel({ onPick, onClose }: EmojiPanelProps) {
  const t = useTexts("chat");
  useDialogEntry(true, onClose);
  // on a phone the focus stays on the button
  useEvents("keydown", ({ key }) => key === "Escape" && onClose());
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

/** The counter shows from this part of the length on. Screen readers hear it every `announcedStep` characters. */
const counterPart = 0.1;
const announcedStep = 20;

/** The `keyCode` of every key that an input method handles. */
const composingKeyCode = 229;

/** How many characters may follow, below 0 if there are too many; null while there is room for plenty. */
function remainingOf(text: string, limit: number): number | null {
  const counterFrom = Math.ceil(limit * counterPart);
  if (text.length <= limit - counterFrom) return null;
  const left = limit - countGraphemes(text.normalize("NFC").trim());
  return left <= counterFrom && left < limit ? left : null;
}

/** Whether the key belongs to an input method: Safari ends the composition before the key that confirms the word. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === composingKeyCode;
}

function hasFinePointer(): boolean {
  return matchMedia("(pointer: fine)").matches;
}

type Props = {
  member: Pick<Card, "id" | "name" | "fictional" | "automatic">;
  draft: Draft;
  /** The key of the first message; each further one has a new key. */
  sendKey: string;
  /** The text that was posted without scripts, and refused. */
  typed: string | undefined;
  credits: number;
  /** The id of the question that the message answers. */
  question: string | undefined;
  /** The id of what the message replies to. */
  reply: string | undefined;
  onSend: (text: string, key: string) => void;
  riskySend: ReturnType<typeof useRiskySend>;
  autoFocus: boolean;
  onWriting: () => void;
  /** Buttons for attachments. They are beside the form, not in it, because each may open a form of its own. */
  attach: ReactNode;
  /** False while an error above the field leads to the credits already. */
  offersCredits: boolean;
  children: ReactNode;
};

/** A part of its own, because it changes with the first letter. */
function SendButton({ draft, credits, tooLong }: { draft: Draft; credits: number; tooLong: boolean }) {
  const t = useTexts("chat");
  const hydrated = useHydrated();
  const empty = useDraftState(draft, isInvisible);
  return (
    <button
      type="submit"
      className="button button-primary size-12 shrink-0 px-0"
      aria-label={credits === 0 ? t("composer.send") : t("composer.send_price", { count: credits })}
      // before hydration nothing knows what was typed, and the form sends it
      aria-disabled={(hydrated && (empty || tooLong)) || undefined}
    >
      <SendHorizontal aria-hidden className="size-5" />
    </button>
  );
}

/** ux: Manners. Enter sends on devices with a fine pointer: these probably have a real keyboard. */
export function Composer(props: Props) {
  const {
    member,
    draft,
    sendKey,
    typed,
    credits,
    question,
    reply,
    onSend,
    riskySend,
    autoFocus,
    onWriting,
    attach,
    offersCredits,
    children,
  } = props;
  const t = useTexts("chat");
  const limit = useSettings().message_length;
  const counterId = useId();
  const priceId = useId();
  const { area, saveTyped, write, insert, restore } = draft;
  useEffect(restore, [restore]);
  const [key, setKey] = useState(sendKey);
  const [picking, setPicking] = useState(false);
  const emojiButton = useRef<HTMLButtonElement>(null);
  const left = useDraftState(draft, (text) => remainingOf(text, limit));
  const tooLong = left !== null && left < 0;
  const lengthText = (count: number) =>
    count < 0 ? t("composer.too_long", { count: -count }) : t("composer.remaining", { count });

  const send = () => {
    area.current?.focus();
    const text = draft.text();
    const written = text.normalize("NFC").trim();
    if (isInvisible(text) || tooLong || !riskySend.maySend(written)) return;
    write("");
    setPicking(false);
    onSend(written, key);
    setKey(newKey());
  };
  const edit = () => {
    riskySend.close();
    area.current?.focus();
  };
  const pick = (emoji: string) => {
    insert(emoji);
    onWriting();
  };
  const closePanel = () => {
    setPicking(false);
    emojiButton.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event) || !hasFinePointer()) return;
    event.preventDefault();
    send();
  };

  return (
    <div className="composer">
      {children}
      {riskySend.asking ? <ConfirmRiskySend onSend={send} onEdit={edit} /> : null}
      {picking ? <EmojiPanel onPick={pick} onClose={closePanel} /> : null}
      <div className="composer-row">
        <div className="composer-attach">{attach}</div>
        <form
          method="post"
          className="composer-form"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <input type="hidden" name="member" value={member.id} />
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="credits" value={credits} />
          {question === undefined ? null : <input type="hidden" name="question" value={question} />}
          {reply === undefined ? null : <input type="hidden" name="reply" value={reply} />}
          <button
            ref={emojiButton}
            type="button"
            className="icon-button size-12 shrink-0 text-muted noscript:hidden"
            aria-label={t("emoji.open")}
            aria-expanded={picking}
            title={t("emoji.open")}
            onClick={() => setPicking(!picking)}
          >
            <Smile aria-hidden className="size-6" />
          </button>
          <textarea
            ref={area}
            id="message"
            name="text"
            rows={1}
            className="composer-area"
            aria-label={t("composer.label", { name: member.name })}
            aria-describedby={`${priceId} ${counterId}`}
            aria-invalid={tooLong || undefined}
            placeholder={t("composer.placeholder")}
            defaultValue={typed}
            enterKeyHint="enter"
            // biome-ignore lint/a11y/noAutofocus: the member came here to write
            autoFocus={autoFocus}
            onInput={() => {
              saveTyped();
              if (area.current?.value) onWriting();
            }}
            onKeyDown={onKeyDown}
          />
          <SendButton draft={draft} credits={credits} tooLong={tooLong} />
        </form>
        <div className="composer-below">
          <div id={priceId} className="min-w-0">
            <MessagePrice {...{ member, credits, offersCredits }} />
          </div>
          <p className="max-md:hidden pointer-coarse:hidden">{left === null ? t("composer.enter_hint") : null}</p>
          <p id={counterId} className={tooLong ? "font-semibold text-danger-ink" : ""}>
            {left === null ? null : lengthText(left)}
          </p>
          {/* not at each key: the announcements would drown what the member types */}
          <p role="status" className="sr-only">
            {left === null ? null : lengthText(tooLong ? left : Math.ceil(left / announcedStep) * announcedStep)}
          </p>
        </div>
      </div>
    </div>
  );
}

/** The price in credits and in money, with the balance, or a link to credits if that is too low. */
function MessagePrice({ member, credits, offersCredits }: Pick<Props, "member" | "credits" | "offersCredits">) {
  const t = useTexts("chat");
  const words = useTexts("credits");
  const formatPrice = useFormatPriceRange();
  const user = useMember();
  const costs = useMessageCosts();
  const free = useFreeWords(member);
  if (free !== null) return <span>{free}</span>;
  if (credits === 0) return <span>{t("composer.free")}</span>;
  const price = costs && formatPrice(costs, "range");
  if (user?.status === "not_confirmed") return <span>{t("held.price", { count: credits })}</span>;
  const balance = user?.credits ?? 0;
  const balanceText = balance === 0 ? t("composer.none_left") : t("composer.left", { count: balance });
  if (balance < credits) {
    return (
      <>
        {credits > 1 ? (
          <>
            {words("credits", { count: credits })}
            <Dot />
          </>
        ) : null}
        {balanceText}
        {offersCredits ? <CreditsLink /> : null}
      </>
    );
  }
  return (
    <PriceLine>
      <span>{price ? t("composer.cost", { count: credits, price }) : words("credits", { count: credits })}</span>
      <Dot />
      <span className="whitespace-nowrap">{balanceText}</span>
    </PriceLine>
  );
}

function CreditsLink() {
  const t = useTexts("chat");
  const { pathname } = useLocation();
  const smallest = useSmallestBundle();
  return (
    <>
      <Dot />
      <Link to={creditsPath(pathname)} className="link inline-block py-1 font-semibold">
        {smallest === null ? t("composer.get_credits") : t("composer.get_credits_from", { price: smallest.price })}
      </Link>
    </>
  );
}
