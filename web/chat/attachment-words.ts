import { useCallback } from "react";
import type { Attachment } from "#contract/attachments.ts";
import type { Message } from "#contract/chat.ts";
import { useDescribeGift } from "#web/chat/gifts/use-describe-gift.ts";
import { useDescribePhoto } from "#web/chat/photos/use-describe-photo.ts";
import { useTexts } from "#web/lib/texts.tsx";

type MessageContent = Pick<Message, "mine" | "text" | "attachment">;

/** Says in a sentence what a message carries; `name` is the partner's. */
export function useAttachmentWords(): (attachment: Attachment, mine: boolean, name: string) => string {
  const giftWords = useDescribeGift();
  const photoWords = useDescribePhoto();
  return useCallback(
    (attachment, mine, name) => {
      switch (attachment.kind) {
        case "gift":
          return giftWords(attachment, mine, name);
        case "photo":
          return photoWords(attachment, mine, name);
      }
    },
    [giftWords, photoWords],
  );
}

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
