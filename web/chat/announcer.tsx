import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { announcement } from "./announce.ts";
import { useCarriedLine } from "./attachment-words.ts";

/** Announces newly received messages politely; never the viewer's own messages or the history. */
export function Announcer({ told, name }: { told: readonly Message[]; name: string }) {
  const t = useTexts("chat");
  const carriedLine = useCarriedLine();
  const text = announcement(told, {
    one: (message) => {
      const { author_kind: kind, text } = message;
      const carried = carriedLine(message, name);
      if (kind === "member") return carried ?? t("thread.announce", { name, text });
      return t("thread.announce", { name, text: t(`row.${kind}`, { text: carried ?? text }) });
    },
    many: (count) => t("thread.announce_many", { count }),
  });
  return (
    <div aria-live="polite" className="sr-only">
      {/* a new key per batch: the same text twice is announced twice */}
      <p key={told[0]?.id}>{text}</p>
    </div>
  );
}
