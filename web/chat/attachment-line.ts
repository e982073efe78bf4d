import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useAttachmentWords } from "./attachment-words.ts";

type MessageContent = Pick<Message, "mine" | "text" | "attachment">;

/** The message in one line: its attachment, then its text; undefined if it has no attachment. */
export function useAttachmentLine(): (message: MessageContent, name: string) => string | undefined {
  const t = useTexts("chat");
  const words = useAttachmentWords();
  return ({ attachment, mine, text }, name) => {
    if (attachment === undefined) return undefined;
    const what = words(attachment, mine, name);
    return text === "" ? what : t("row.carried", { what, text });
  };
}
