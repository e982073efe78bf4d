import type { Message } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { announcement } from "./announce.ts";

/** Reads out what has just been received, politely; one's own messages and the history are never read. */
export function Announcer({ told, name }: { told: readonly Message[]; name: string }) {
  const t = useTexts("chat");
  const said = announcement(told, {
    one: ({ author_kind: kind, text }) =>
      t("thread.announce", { name, text: kind === "member" ? text : t(`row.${kind}`, { text }) }),
    many: (count) => t("thread.announce_many", { count }),
  });
  return (
    <div aria-live="polite" className="sr-only">
      {/* another key: the same words twice are two announcements */}
      <p key={told[0]?.id}>{said}</p>
    </div>
  );
}
