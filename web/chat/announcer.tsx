import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { composeAnnouncement } from "./announce.ts";
import { useAttachmentLine } from "./attachment-line.ts";

/** Announces newly received messages politely; never the viewer's own messages or the history. */
export function Announcer({ batch, name }: { batch: readonly Message[]; name: string }) {
  const t = useTexts("chat");
  const attachmentLine = useAttachmentLine();
  const text = composeAnnouncement(batch, {
    one: (message) => {
      const { author_kind: kind, text } = message;
      const line = attachmentLine(message, name);
      if (kind === "member") return line ?? t("thread.announce", { name, text });
      return t("thread.announce", { name, text: t(`row.${kind}`, { text: line ?? text }) });
    },
    many: (count) => t("thread.announce_many", { count }),
  });
  return (
    <div aria-live="polite" className="sr-only">
      {/* a new key per batch: the same text twice is announced twice */}
      <p key={batch[0]?.id}>{text}</p>
    </div>
  );
}
