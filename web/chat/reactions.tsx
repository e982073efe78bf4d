import { useState } from "react";
import type { Message } from "#contract/chat.ts";
import { type Reaction, reactionCodes } from "#contract/reactions.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { MenuSigns } from "#web/ui/open-menu.tsx";
import { useAttachmentLine } from "./attachment-line.ts";
import { reactionSigns } from "./reaction-signs.ts";

/** The reaction to a message, below its bubble. `mine`: the viewer's message, to which the other one reacted. */
export function ReactionMark({ reaction, mine, name }: { reaction: Reaction; mine: boolean; name: string }) {
  const t = useTexts("chat");
  const words = t(`reaction.${reaction}`);
  const label = mine ? t("reaction.theirs", { name, reaction: words }) : t("reaction.yours", { reaction: words });
  return (
    <span role="img" aria-label={label} title={label} className="message-reaction">
      {reactionSigns[reaction]}
    </span>
  );
}

/** The reactions that the menu of a received message offers. Choosing the one that is set takes it away. */
export function useReactionSigns(onReact: (id: string, reaction: Reaction | null) => void) {
  const t = useTexts("chat");
  return ({ id, reaction }: Pick<Message, "id" | "reaction">): MenuSigns => ({
    label: t("reaction.choose"),
    options: reactionCodes.map((code) => ({
      label: t(`reaction.${code}`),
      sign: reactionSigns[code],
      chosen: code === reaction,
      onSelect: () => onReact(id, code === reaction ? null : code),
    })),
  });
}

type AnnouncerProps = { conversation: string | undefined; messages: readonly Message[]; name: string };

/** Reads a reaction to one of the viewer's messages aloud as it comes. */
export function ReactionAnnouncer({ conversation, messages, name }: AnnouncerProps) {
  const t = useTexts("chat");
  const attachmentLine = useAttachmentLine();
  const [spoken, setSpoken] = useState({ count: 0, text: "" });
  useLiveEvent((event) => {
    if (event.type !== "reaction" || event.conversation !== conversation || event.reaction === null) return;
    const message = messages.find(({ id, mine }) => mine && id === event.message);
    if (message === undefined) return;
    const reaction = t(`reaction.${event.reaction}`);
    const text = t("reaction.announce", { name, text: attachmentLine(message, name) ?? message.text, reaction });
    setSpoken(({ count }) => ({ count: count + 1, text }));
  });
  return (
    <div aria-live="polite" className="sr-only">
      {/* a new key each time: the same reaction twice is announced twice */}
      <p key={spoken.count}>{spoken.text}</p>
    </div>
  );
}
