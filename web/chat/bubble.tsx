import { Bot, Headset } from "lucide-react";
import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MessageText } from "./message-text.tsx";

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

type Props = Pick<Message, "mine" | "author_kind" | "text" | "held"> & { faint?: boolean };

/** One message. */
export function Bubble({ mine, author_kind, text, held, faint = false }: Props) {
  const own = held ? "bubble-held" : "bubble-mine";
  return (
    <div className={`bubble ${mine ? own : "bubble-theirs"} ${faint ? "opacity-70" : ""}`}>
      <AuthorMark kind={author_kind} />
      <MessageText text={text} />
    </div>
  );
}
