import { useQueryClient } from "@tanstack/react-query";
import { Bot, Headset } from "lucide-react";
import type { Attachment } from "#contract/attachments.ts";
import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { showGiftOpened } from "./chats-cache.ts";
import { GiftInChat } from "./gifts/gift-in-chat.tsx";
import { MessageText } from "./message-text.tsx";
import { PhotoInChat } from "./photos/photo-in-chat.tsx";

const marks = { automatic: Bot, operator: Headset };

/** Labels a message that a member did not write themselves; nothing hides the label (D11.1). */
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

type Props = Pick<Message, "id" | "mine" | "author_kind" | "text" | "attachment" | "held"> & {
  /** The partner's name. */
  name: string;
  faint?: boolean;
};

/** One message: its attachment, and below it its text. */
export function Bubble({ id, mine, author_kind, text, attachment, held, name, faint = false }: Props) {
  const ownBubble = held ? "bubble-held" : "bubble-mine";
  return (
    <div className={`message ${mine ? "message-mine" : ""} ${faint ? "opacity-70" : ""}`}>
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
    </div>
  );
}

type AttachmentProps = {
  /** The message's id. */
  id: string;
  attachment: Attachment;
  mine: boolean;
  /** The partner's name. */
  name: string;
};

/** A message's attachment, rendered by the feature of its kind. The bubble shows the text below it, if there is one. */
function AttachmentView({ attachment, ...rest }: AttachmentProps) {
  const client = useQueryClient();
  switch (attachment.kind) {
    case "gift":
      return <GiftInChat gift={attachment} {...rest} onOpened={() => showGiftOpened(client, rest.id)} />;
    case "photo":
      return <PhotoInChat photo={attachment} {...rest} />;
  }
}
