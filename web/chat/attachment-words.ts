import type { Attachment } from "#contract/attachments.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toClock } from "#web/profiles/voice/clock.ts";

/** A sentence that says who sent what; `name` is the sender's. It does not name an unopened gift to its recipient. */
export function useAttachmentWords(): (attachment: Attachment, mine: boolean, name: string) => string {
  const giftNames = useTexts("gifts.given");
  const gifts = useTexts("gifts.chat");
  const photos = useTexts("chat-photos.chat");
  const voice = useTexts("voice.chat");
  return (attachment, mine, name) => {
    switch (attachment.kind) {
      case "gift": {
        const gift = giftNames(attachment.gift);
        if (mine) return gifts("sent", { gift });
        return attachment.opened ? gifts("received", { name, gift }) : gifts("received_wrapped", { name });
      }
      case "photo":
        if (attachment.status === "rejected") return photos(mine ? "own_rejected" : "removed");
        return mine ? photos("sent") : photos("received", { name });
      case "voice": {
        if (attachment.status === "rejected") return voice(mine ? "own_rejected" : "removed");
        const time = toClock(attachment.seconds);
        return mine ? voice("sent", { time }) : voice("received", { name, time });
      }
    }
  };
}
