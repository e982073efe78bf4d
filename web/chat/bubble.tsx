import { useQueryClient } from "@tanstack/react-query";
import { Bot, Headset } from "lucide-react";
import { Suspense, useState } from "react";
import type { Attachment } from "#contract/attachments.ts";
import type { Message } from "#contract/chat.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useAnswer } from "#web/lib/use-answer.ts";
import { showGiftOpened } from "./chats-cache.ts";
import { GiftInChat } from "./gifts/gift-in-chat.tsx";
import type { Piece } from "./links.ts";
import { PhotoInChat } from "./photos/photo-in-chat.tsx";
import { QuoteLink } from "./quote.tsx";
import { ReactionMark } from "./reactions.tsx";
import { VoiceInChat } from "./voice/voice-in-chat.tsx";

const LeaveDialog = lazyPart(() => import("./leave-dialog.tsx"));

/** Few messages have a link, so the script that finds links is loaded only for texts that may have one. */
const mayHaveLink = /[^\s.]\.[^\s.]|:\/\//;

function usePieces(text: string): readonly Piece[] {
  const loaded = useAnswer(mayHaveLink.test(text) ? text : null, async () =>
    (await import("./links.ts")).splitAtLinks(text),
  );
  // if the script can't be loaded, links stay plain text
  return (loaded?.key === text && loaded?.answer) || [{ text }];
}

/** The text runs in the direction of its own script. A link first opens a dialog that shows where it leads. */
function MessageText({ text }: { text: string }) {
  const t = useTexts("chat");
  const pieces = usePieces(text);
  const [openedLink, setOpenedLink] = useState<URL | null>(null);
  return (
    <>
      <p dir="auto" className="whitespace-pre-wrap break-words">
        {pieces.map(({ text: part, url }, index) =>
          url ? (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a message's text never changes
              key={index}
              type="button"
              className="message-link"
              aria-haspopup="dialog"
              title={t("link.leads_out")}
              onClick={() => setOpenedLink(url)}
            >
              {part}
            </button>
          ) : (
            part
          ),
        )}
      </p>
      {openedLink ? (
        <Suspense fallback={null}>
          <LeaveDialog url={openedLink} onClose={() => setOpenedLink(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

const marks = { automatic: Bot, operator: Headset };

/** Labels a message that a member did not write themselves; nothing hides the label. */
export function AuthorMark({ kind }: { kind: Message["author_kind"] }) {
  const t = useTexts("chat");
  if (kind === "member") return null;
  const Icon = marks[kind];
  return (
    <span className="author-mark" title={t(`mark.${kind}_note`)}>
      <Icon aria-hidden className="size-3.5" />
      {t(`mark.${kind}`)}
    </span>
  );
}

type Shown = "id" | "mine" | "author_kind" | "text" | "question" | "quote" | "attachment" | "reaction" | "held";
type Props = Pick<Message, Shown> & { name: string; faint?: boolean };

export function Bubble({ name, faint = false, ...message }: Props) {
  const { id, mine, author_kind, text, question, quote, attachment, reaction, held } = message;
  const t = useTexts("chat");
  const ownBubble = held ? "bubble-held" : "bubble-mine";
  return (
    <div className={`message ${mine ? "message-mine" : ""} ${faint ? "opacity-70" : ""}`}>
      {question === undefined ? null : (
        <p className="message-question">{t(mine ? "question.asked" : "question.yours", { name, question })}</p>
      )}
      {quote === undefined ? null : <QuoteLink quote={quote} name={name} />}
      {attachment === undefined ? null : (
        <>
          <AuthorMark kind={author_kind} />
          <AttachmentView id={id} attachment={attachment} mine={mine} name={name} />
        </>
      )}
      {text === "" ? null : (
        <div className={`bubble ${mine ? ownBubble : "bubble-theirs"}`}>
          {attachment === undefined ? <AuthorMark kind={author_kind} /> : null}
          <MessageText text={text} />
        </div>
      )}
      {reaction === undefined ? null : <ReactionMark reaction={reaction} mine={mine} name={name} />}
    </div>
  );
}

type AttachmentProps = { id: string; attachment: Attachment; mine: boolean; name: string };

/** A message's attachment, rendered by the feature of its kind. The bubble shows the text below it, if there is one. */
function AttachmentView({ attachment, ...rest }: AttachmentProps) {
  const client = useQueryClient();
  switch (attachment.kind) {
    case "gift":
      return <GiftInChat gift={attachment} {...rest} onOpened={() => showGiftOpened(client, rest.id)} />;
    case "photo":
      return <PhotoInChat photo={attachment} {...rest} />;
    case "voice":
      return <VoiceInChat voice={attachment} mine={rest.mine} />;
  }
}
