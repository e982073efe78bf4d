import { Ban, Copy, EllipsisVertical, Flag, Reply, Undo2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { type Message, takeBackMs } from "#contract/chat.ts";
import type { Reaction } from "#contract/reactions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useTimeout } from "#web/lib/use-timer.ts";
import { Menu } from "#web/ui/menu.tsx";
import type { MenuEntry } from "#web/ui/open-menu.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { MessageForm, MessageFormLink } from "./message-form.tsx";
import { useSafety } from "./message-safety.tsx";
import { useReactionSigns } from "./reactions.tsx";
import { useLongPress } from "./use-long-press.ts";

const iconClass = "size-5 shrink-0";

/** Whether the viewer may still take a message back, as far as this page knows: the server decides. */
function useIsTakeable({ mine, read, created_at }: Message): boolean {
  const [remaining] = useState(() => (mine ? Date.parse(created_at) + takeBackMs - Date.now() : 0));
  const [isOver, setIsOver] = useState(remaining <= 0);
  useTimeout(() => setIsOver(true), isOver ? null : remaining);
  return mine && !read && !isOver;
}

/** What the viewer does with a message from its menu. */
export type MessageActions = {
  onReply: ((message: Message) => void) | undefined;
  onTakeBack: (id: string) => void;
  /** Undefined while the viewer can't write, as in a closed chat. */
  onReact: ((id: string, reaction: Reaction | null) => void) | undefined;
};

type Props = MessageActions & {
  message: Message;
  /** The address names it. */
  opened: boolean;
  children: ReactNode;
};

/** A sent or received message with its menu; a finger that holds the message opens it, too. */
export function WithMenu({ message, opened, onReply, onTakeBack, onReact, children }: Props) {
  const { id, mine, text } = message;
  const t = useTexts("chat");
  const words = useTexts("moderation.menu");
  const toast = useToast();
  const safety = useSafety();
  const row = useRef<HTMLDivElement>(null);
  const longPressHandlers = useLongPress(() =>
    row.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click(),
  );
  const isTakeable = useIsTakeable(message);
  const signsFor = useReactionSigns((...reaction) => onReact?.(...reaction));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: words("copied") });
    } catch {
      toast({ title: words("copy_failed"), tone: "bad" });
    }
  };
  const entries: MenuEntry[] = [];
  if (onReply) {
    const icon = <Reply aria-hidden className={iconClass} />;
    entries.push({ label: t("reply.do"), icon, onSelect: () => onReply(message) });
  }
  if (text !== "") {
    entries.push({
      label: words("copy"),
      icon: <Copy aria-hidden className={iconClass} />,
      onSelect: () => void copy(),
    });
  }
  if (isTakeable) {
    const icon = <Undo2 aria-hidden className={iconClass} />;
    entries.push({ label: t("take_back.do"), icon, onSelect: () => onTakeBack(id) });
  }
  if (!mine && safety !== null) {
    const { name, report, block } = safety;
    entries.push(
      {
        label: words("message"),
        icon: <Flag aria-hidden className={iconClass} />,
        onSelect: () => report(id),
      },
      { label: words("block", { name }), icon: <Ban aria-hidden className={iconClass} />, onSelect: block },
    );
  }
  // a photo or a gift of the viewer's own, once it can't be taken back
  if (entries.length === 0) return children;
  const hasForm = mine ? isTakeable : onReact !== undefined;
  return (
    <>
      <div ref={row} className={`flex items-end gap-1 ${mine ? "flex-row-reverse" : ""}`}>
        <div className="message-held min-w-0" {...longPressHandlers}>
          {children}
        </div>
        <Menu
          label={words("message_more")}
          className="icon-button -my-0.5 text-muted noscript:hidden"
          trigger={<EllipsisVertical aria-hidden className="size-4" />}
          entries={entries}
          signs={mine || onReact === undefined ? undefined : signsFor(message)}
        />
        {hasForm && !opened ? <MessageFormLink id={id} label={words("message_more")} /> : null}
      </div>
      {hasForm && opened ? <MessageForm {...message} /> : null}
    </>
  );
}
