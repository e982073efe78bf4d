import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toClock } from "#web/profiles/voice/clock.ts";
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

/** The same for a row that has the author's name already: what came is the first word. */
export function useRowLine(): (message: MessageContent) => string | undefined {
  const t = useTexts("chat");
  const gifts = useTexts("gifts.given");
  const line = useAttachmentLine();
  const join = (what: string, text: string) => (text === "" ? what : t("row.carried", { what, text }));
  return (message) => {
    const { attachment, mine, text } = message;
    if (attachment === undefined || mine) return line(message, "");
    switch (attachment.kind) {
      case "gift":
        return join(attachment.opened ? join(t("row.gift"), gifts(attachment.gift)) : t("row.gift"), text);
      case "photo":
        return attachment.status === "rejected" ? line(message, "") : join(t("row.photo"), text);
      case "voice":
        if (attachment.status === "rejected") return line(message, "");
        return join(`${t("row.voice")}, ${toClock(attachment.seconds)}`, text);
    }
  };
}
