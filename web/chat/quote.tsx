import { X } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { Message } from "#contract/chat.ts";
import { quoteLength } from "#contract/quote-ids.ts";
import type { Quote } from "#contract/quotes.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { usePartner } from "./photos/partner.ts";

/** A message as another one quotes it. */
export const toQuote = ({ id, mine, text, attachment }: Message): Quote => ({
  kind: "message",
  id,
  mine,
  text: [...text].slice(0, quoteLength).join(""),
  ...(attachment && { attachment: attachment.kind }),
});

/** Whose it is, and its words; a photo of the profile is shown. */
function QuoteWords({ quote, name }: { quote: Quote; name: string }) {
  const t = useTexts("chat");
  const { kind, mine, text, attachment, thumb } = quote;
  const ofProfile = mine ? t("reply.own_profile") : t("reply.profile", { name });
  const ofMessage = mine ? t("reply.you") : name;
  const words = text === "" ? t(`reply.${attachment ?? "photo"}`) : text;
  return (
    <>
      {thumb === undefined ? null : <img src={thumb} alt="" className="size-10 shrink-0 rounded-sm object-cover" />}
      <span className="min-w-0">
        <span className="block font-semibold">{kind === "message" ? ofMessage : ofProfile}</span>
        <span dir="auto" className="line-clamp-2">
          {words}
        </span>
      </span>
    </>
  );
}

/** What a message replies to, above its bubble: a tap leads to it. */
export function QuoteLink({ quote, name }: { quote: Quote; name: string }) {
  const t = useTexts("chat");
  const { pathname } = useLocation();
  const partner = usePartner()?.id;
  const viewer = useMember()?.id ?? "";
  const { kind, id, mine } = quote;
  const source = kind === "message" ? `message-${id}` : undefined;
  const owner = (mine ? undefined : partner) ?? viewer;
  return (
    <Link
      to={kind === "message" ? `${pathname}?message=${id}` : `/members/${owner}`}
      className="message-quote"
      onClick={(event) => {
        const loaded = source && document.getElementById(source);
        if (!loaded) return;
        event.preventDefault();
        loaded.scrollIntoView({ block: "center" });
        loaded.querySelector<HTMLElement>("button, a")?.focus({ preventScroll: true });
      }}
    >
      <span className="sr-only">{t("reply.to")}</span>
      <QuoteWords quote={quote} name={name} />
    </Link>
  );
}

/** What the next message replies to, above the field, and a way to write without it. */
export function ReplyNote({ quote, name, onCancel }: { quote: Quote; name: string; onCancel: () => void }) {
  const t = useTexts("chat");
  const { pathname } = useLocation();
  return (
    <div className="mb-2 flex items-center justify-between gap-2 text-sm">
      <p className="message-quote grow">
        <span className="sr-only">{t("reply.to")}</span>
        <QuoteWords quote={quote} name={name} />
      </p>
      <Link
        to={pathname}
        replace
        className="icon-button text-muted"
        aria-label={t("question.without")}
        title={t("question.without")}
        onClick={(event) => {
          // one that was chosen here is in no address
          if (location.search === "") event.preventDefault();
          onCancel();
        }}
      >
        <X aria-hidden className="size-5" />
      </Link>
    </div>
  );
}
