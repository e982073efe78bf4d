import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useAttachmentLine } from "./attachment-words.ts";

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

/** If more messages than this arrive together, only their number is read out. */
const maxReadOut = 3;

type Words<M> = { one(message: M): string; many(count: number): string };

/** The announcement for messages that arrived together: each text, or only their number if there are too many. */
export function composeAnnouncement<M>(received: readonly M[], words: Words<M>): string {
  return received.length > maxReadOut ? words.many(received.length) : received.map(words.one).join("\n");
}
