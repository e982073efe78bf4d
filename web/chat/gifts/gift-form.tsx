import type { AnswerPromise } from "#contract/answer-promise.ts";
import type { GiftCode } from "#contract/attachments.ts";
import { giftTextLength } from "#contract/gifts.ts";
import { countGraphemes } from "#contract/measure-text.ts";
import { PromiseNote } from "#web/chat/promise/promise-note.tsx";
import { Remedy } from "#web/chat/send-failure.tsx";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { useFreeWords } from "#web/member-parts/free-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dot } from "#web/ui/dot.tsx";
import { useOpenErrors } from "#web/ui/form-context.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { GiftDrawing } from "./drawing.tsx";
import type { GiftFor } from "./gift-for.ts";
import type { Choice } from "./kept-choice.ts";
import { useCreditWords } from "./price.ts";

const counterFrom = 50;

type Props = {
  member: GiftFor["member"];
  choice: Choice;
  prices: ReadonlyMap<GiftCode, number>;
  onChoose: (changes: Partial<Choice>) => void;
  onSend: () => void;
  /** Sends it although too many first messages wait for an answer. */
  onSendWithoutPromise: () => void;
  promise: AnswerPromise | null;
  pending: boolean;
  failure: FormFailure | null;
  back: string;
};

export function GiftForm(props: Props) {
  const { member, choice, prices, onChoose, onSend, onSendWithoutPromise, promise, pending, failure, back } = props;
  const { gift, text } = choice;
  const promised = useTexts("answer-promise");
  const t = useTexts("gifts");
  const members = useTexts("members");
  const chat = useTexts("chat");
  const free = useFreeWords(member);
  const { open, onEdit } = useOpenErrors(failure);
  const balance = useMember()?.credits ?? 0;
  const charactersLeft = giftTextLength - countGraphemes(text.normalize("NFC").trim());
  const price = (gift && prices.get(gift)) ?? 0;
  const short = Math.max(0, price - balance);
  // a try whose answer was lost may have been charged already: sending it again charges nothing
  const isPayable = gift !== null && (short === 0 || choice.attempt !== undefined);
  const needsCredits = short > 0 || failure?.code === "not_enough_credits";
  const buttonText = useSendButtonText()(gift, price);
  const remedy = { back, wide: true, className: "mb-2.5" };
  const isUsedUp = promise?.state === "used_up" || failure?.code === "open_first_messages";
  return (
    <form
      className="gift-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending && !isUsedUp && isPayable && charactersLeft >= 0) onSend();
      }}
    >
      <fieldset className="min-w-0">
        <legend className="sr-only">{t("send.legend")}</legend>
        <div className="flex flex-col gap-4">
          {[...Map.groupBy(prices.keys(), (code) => prices.get(code) ?? 0)].map(([credits, gifts]) => (
            <Tier
              key={credits}
              credits={credits}
              gifts={gifts}
              chosen={gift}
              onChoose={(code) => onChoose({ gift: code })}
            />
          ))}
        </div>
      </fieldset>
      <div className="mt-4">
        <TextArea
          name="text"
          label={t("send.words")}
          optional
          rows={2}
          value={text}
          onChange={(event) => {
            onEdit("text");
            onChoose({ text: event.currentTarget.value });
          }}
          error={charactersLeft < 0 ? chat("composer.too_long", { count: -charactersLeft }) : open?.fields.text}
          note={
            charactersLeft >= 0 && charactersLeft <= counterFrom
              ? chat("composer.remaining", { count: charactersLeft })
              : undefined
          }
        />
      </div>
      <div className="gift-foot">
        <FormError failure={open && saysGift(open, chat("undelivered.not_enough_credits"))} />
        {needsCredits ? <Remedy code="not_enough_credits" gift={price} {...remedy} /> : null}
        {failure?.code === "conversation_limit" ? <Remedy code={failure.code} {...remedy} /> : null}
        {promise?.state === "used_up" && failure === null ? (
          <p className="mb-2.5 text-sm">{promised("used_up.text", { count: promise.waiting })}</p>
        ) : null}
        {isUsedUp ? (
          <Button look="outline" wide className="mb-2.5" disabled={!isPayable} onClick={onSendWithoutPromise}>
            {promised("used_up.send")}
          </Button>
        ) : null}
        {failure?.code === "age_check_required" ? <Remedy code={failure.code} {...remedy} /> : null}
        <PromiseNote promise={promise} credits={gift && price} silent sheet />
        <p className={`mb-2 text-muted text-sm ${needsCredits ? "" : "text-center"}`}>
          {free ?? members("profile.balance", { count: balance })}
          {short > 0 ? (
            <>
              <Dot />
              <strong className="font-semibold text-danger-ink">{t("send.short", { count: short })}</strong>
            </>
          ) : null}
        </p>
        {isUsedUp ? null : (
          <Button
            type="submit"
            size="large"
            wide
            look={needsCredits ? "outline" : "primary"}
            pending={pending}
            disabled={!isPayable}
          >
            {/* some languages begin with the gift: "eine Rose schicken" */}
            <span className="block first-letter:uppercase">{buttonText}</span>
          </Button>
        )}
      </div>
    </form>
  );
}

/** The server's own words for too few credits are about a message. */
const saysGift = (failure: FormFailure, tooFew: string) =>
  failure.code === "not_enough_credits" ? { ...failure, message: tooFew } : failure;

function useSendButtonText(): (gift: GiftCode | null, price: number) => string {
  const t = useTexts("gifts");
  return (code, price) => {
    if (code === null) return t("send.legend");
    const gift = t(`given.${code}`);
    return price === 0 ? t("send.button_free", { gift }) : t("send.button", { gift, count: price });
  };
}

type TierProps = {
  credits: number;
  gifts: readonly GiftCode[];
  chosen: GiftCode | null;
  onChoose: (gift: GiftCode) => void;
};

/** The gifts of one price, in rows of four. */
function Tier({ credits, gifts, chosen, onChoose }: TierProps) {
  const t = useTexts("gifts");
  const priceText = useCreditWords()(credits);
  return (
    <div>
      <p aria-hidden className="mb-2 font-semibold text-sm">
        {priceText}
      </p>
      <div className="grid grid-cols-4 gap-2">
        {gifts.map((code) => (
          <label key={code} className="gift-option">
            <input
              type="radio"
              name="gift"
              value={code}
              checked={chosen === code}
              onChange={() => onChoose(code)}
              className="sr-only"
            />
            <GiftDrawing gift={code} className="size-12 sm:size-14" />
            <span className="gift-name">{t(`name.${code}`)}</span>
            <span className="sr-only">{priceText}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
