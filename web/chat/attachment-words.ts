import { useCallback } from "react";
import type { Attachment, PhotoAttachment, VoiceAttachment } from "#contract/attachments.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toClock } from "#web/profiles/voice/clock.ts";

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

type Gift = Extract<Attachment, { kind: "gift" }>;

/** A sentence that says who gave what; `name` is the giver's. It does not name an unopened gift to its recipient. */
export function useDescribeGift(): (gift: Gift, mine: boolean, name: string) => string {
  const giftWords = useTexts("gifts.given");
  const t = useTexts("gifts.chat");
  return useCallback(
    ({ gift: code, opened }, mine, name) => {
      const gift = giftWords(code);
      if (mine) return t("sent", { gift });
      return opened ? t("received", { name, gift }) : t("received_wrapped", { name });
    },
    [giftWords, t],
  );
}

function useDescribePhoto(): (photo: PhotoAttachment, mine: boolean, name: string) => string {
  const t = useTexts("chat-photos.chat");
  return useCallback(
    ({ status }, mine, name) => {
      if (status === "rejected") return t(mine ? "own_rejected" : "removed");
      return mine ? t("sent") : t("received", { name });
    },
    [t],
  );
}

function useDescribeVoice(): (voice: VoiceAttachment, mine: boolean, name: string) => string {
  const t = useTexts("voice.chat");
  return useCallback(
    ({ status, seconds }, mine, name) => {
      if (status === "rejected") return t(mine ? "own_rejected" : "removed");
      const time = toClock(seconds);
      return mine ? t("sent", { time }) : t("received", { name, time });
    },
    [t],
  );
}
