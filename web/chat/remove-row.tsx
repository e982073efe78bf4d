import { EllipsisVertical, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ChatEntry } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useBlock, useReport } from "#web/moderation/use-dialogs.tsx";
import { Menu } from "#web/ui/menu.tsx";

/** The menu of a chat in the list; report and block are within two presses (D11.2). */
export function RowMenu({ chat, onRemove }: { chat: ChatEntry; onRemove: () => void }) {
  const t = useTexts("chat");
  const { profile, conversation, last_message: last } = chat;
  // before the address is confirmed there are only held messages, and no chat
  const subject = last.held === true ? "profile" : "chat";
  const report = useReport({ member: profile, subject }, "/chats", `report-${conversation.id}`);
  const block = useBlock(profile, "/chats", `block-${conversation.id}`);
  return (
    <>
      <Menu
        label={t("row.more", { name: profile.name })}
        trigger={<EllipsisVertical aria-hidden className="size-5 text-muted" />}
        entries={[
          { label: t("row.remove"), icon: <Trash2 aria-hidden className="size-5" />, onSelect: onRemove },
          report.entry,
          block.entry,
        ]}
      />
      {report.dialog}
      {block.dialog}
    </>
  );
}

/** Stands in place of a removed chat while its removal can be undone; gets the focus that the chat had. */
export function RemovedRow({ name, onUndo }: { name: string; onUndo: () => void }) {
  const t = useTexts("chat");
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // waits until the menu has returned the focus to its button, which no longer exists
    const timer = setTimeout(() => button.current?.focus(), 50);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="chat-row justify-between">
      <p role="status" className="min-w-0 truncate text-muted">
        {t("row.removed", { name })}
      </p>
      <button
        ref={button}
        type="button"
        className="button button-outline shrink-0"
        aria-label={t("row.undo_for", { name })}
        onClick={onUndo}
      >
        {t("row.undo")}
      </button>
    </div>
  );
}
