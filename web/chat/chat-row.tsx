import { Hourglass } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { ChatEntry } from "#contract/chat.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useIsOffline } from "#web/lib/use-is-offline.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { useRowLine } from "./attachment-line.ts";
import { hasUnsent, onLocalChange } from "./local-messages.ts";
import { useSavedDraft } from "./use-draft.ts";

type Props = { chat: Omit<ChatEntry, "conversation">; to: string; open?: boolean; children?: ReactNode };

function usePreview({ last_message: last }: Props["chat"]): string {
  const t = useTexts("chat");
  const attachmentText = useRowLine()(last);
  const { mine, author_kind, text, question } = last;
  if (author_kind !== "member") return t(`row.${author_kind}`, { text: attachmentText ?? text });
  if (question !== undefined) return t(mine ? "question.you_answered" : "question.answered", { text });
  return attachmentText ?? (mine ? t("row.you", { text }) : text);
}

/** Whether this browser holds a message of the viewer to this member that was not sent; false on the server. */
function useHasUnsent(viewer: string, partner: string): boolean {
  return useSyncExternalStore(
    onLocalChange,
    () => hasUnsent(viewer, partner),
    () => false,
  );
}

/** 72 px high, more with a label. */
export function ChatRow({ chat, to, open = false, children }: Props) {
  const t = useTexts("chat");
  const format = useFormat();
  const { profile, num_unread_messages: unread, last_message: last, closed } = chat;
  const preview = usePreview(chat);
  const viewer = useMember()?.id ?? "";
  const saved = useSavedDraft(viewer, profile.id);
  // the open chat shows the draft in its own field, and the unsent messages
  const draft = open ? "" : saved;
  const unsent = useHasUnsent(viewer, profile.id) && !open;
  const offline = useIsOffline();
  const held = last.held === true;
  const isTurn = unread === 0 && !last.mine && draft === "" && !unsent && !closed;
  return (
    <div className="chat-row">
      <span className="relative">
        <Avatar image={profile.main_image} />
        {profile.online && !offline ? <span className="online-spot" title={t("row.online")} /> : null}
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to={to}
            aria-current={open ? "page" : undefined}
            className={`grow basis-[6rem] truncate outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-3 focus-visible:after:outline-primary-ink ${unread > 0 ? "font-bold" : "font-semibold"}`}
          >
            {profile.name}
          </Link>
          <time dateTime={last.created_at} className="shrink-0 text-muted text-xs">
            {format.when(last.created_at)}
          </time>
        </p>
        {/* on a line of its own: beside the label no word of the message would fit */}
        <p className="mt-0.5 flex text-sm empty:hidden">
          <MemberLabel member={profile} />
        </p>
        <p className="mt-0.5 flex items-center gap-2 text-sm">
          {held ? <Hourglass aria-hidden className="size-4 shrink-0 text-warning-ink" /> : null}
          {draft === "" ? (
            <span dir="auto" className={`min-w-0 grow truncate ${unread > 0 ? "font-semibold" : "text-muted"}`}>
              {preview}
            </span>
          ) : (
            <span dir="auto" className="row-draft min-w-0 grow truncate">
              {t("row.draft", { text: draft })}
            </span>
          )}
          {unsent ? <span className="row-unsent">{t("row.unsent")}</span> : null}
          {held ? <span className="row-held">{t("row.held")}</span> : null}
          {isTurn ? <span className="your-turn">{t("row.your_turn")}</span> : null}
          {closed ? <span className="row-closed">{t("row.closed")}</span> : null}
          <Badge count={unread} label={t("row.unread", { count: unread })} />
        </p>
      </div>
      {children === undefined ? null : <div className="relative z-1 -me-2 shrink-0">{children}</div>}
    </div>
  );
}
