import { useCallback } from "react";
import type { Attachment, PhotoAttachment, VoiceAttachment } from "#contract/attachments.ts";
import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toClock } from "#web/profiles/voice/clock.ts";

type MessageContent = Pick<Message, "mine" | "text" | "attachment">;

export function useAttachmentWords(): (attachment: Attachment, mine: boolean, name: string) => string {
  const giftWords = useDescribeGift();
  const photoWords = useDescribePhoto();
  const voiceWords = useDescribeVoice();
  return useCallback(
    (attachment, mine, name) => {
      switch (attachment.kind) {
        case "gift":
          return giftWords(attachment, mine, name);
        case "photo":
          return photoWords(attachment, mine, name);
        case "voice":
          return voiceWords(attachment, mine, name);
      }
    },
    [giftWords, photoWords, voiceWords],
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

type Gift = Extract<Attachment, { kind: "gift" }>;

/** A sentence that says who gave what; `name` is the giver's. It does not name an unopened gift to its recipient. */
export function useDescribeGift(): (gift: Gift, mine: boolean, name: string) => string {
  const t = useTexts("gifts");
  return useCallback(
    ({ gift: code, opened }, mine, name) => {
      const gift = t(`given.${code}`);
      if (mine) return t("chat.sent", { gift });
      return opened ? t("chat.received", { name, gift }) : t("chat.received_wrapped", { name });
    },
    [t],
  );
}

function useDescribePhoto(): (photo: PhotoAttachment, mine: boolean, name: string) => string {
  const t = useTexts("chat-photos");
  return useCallback(
    ({ status }, mine, name) => {
      if (status === "rejected") return t(mine ? "chat.own_rejected" : "chat.removed");
      return mine ? t("chat.sent") : t("chat.received", { name });
    },
    [t],
  );
}

function useDescribeVoice(): (voice: VoiceAttachment, mine: boolean, name: string) => string {
  const t = useTexts("voice");
  return useCallback(
    ({ status, seconds }, mine, name) => {
      if (status === "rejected") return t(mine ? "chat.own_rejected" : "chat.removed");
      const time = toClock(seconds);
      return mine ? t("chat.sent", { time }) : t("chat.received", { name, time });
    },
    [t],
  );
}
