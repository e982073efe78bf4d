import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useAttachmentWords, useShortWords } from "./attachment-words.ts";

type MessageContent = Pick<Message, "mine" | "text" | "attachment">;

/**
 * The message in one line: its attachment, then its text; undefined if it has no attachment. `name` is the author's,
 * null if it stands beside the line already.
 */
export function useAttachmentLine(): (message: MessageContent, name: string | null) => string | undefined {
  const t = useTexts("chat");
  const words = useAttachmentWords();
  const shortWords = useShortWords();
  return ({ attachment, mine, text }, name) => {
    if (attachment === undefined) return undefined;
    const what = mine || name !== null ? words(attachment, mine, name ?? "") : shortWords(attachment);
    return text === "" ? what : t("row.carried", { what, text });
  };
}
