import { queryOptions } from "@tanstack/react-query";
import { EllipsisVertical, MessagesSquare } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type ChatEntry, deleteMessage, getChats, type Undelivered } from "#contract/chat.ts";
import { freeConversations } from "#contract/constants.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useTimeout } from "#web/lib/use-timer.ts";
import { chatsQuery, useLoaded } from "#web/member-parts/live-queries.ts";
import { SmallestBundle } from "#web/member-parts/smallest-bundle.tsx";
import { useBlock, useReport } from "#web/moderation/use-dialogs.tsx";
import { Button, ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/chats.ts";
import { ChatRow } from "./chat-row.tsx";
import { ChatSearch } from "./chat-search.tsx";
import { readLastChats } from "./last-chats.ts";
import { OfflineNote } from "./offline-note.tsx";
import { useOlderChats } from "./use-older-chats.ts";
import { useRemoveChats } from "./use-remove-chats.ts";
import { useRemoveDialog } from "./use-remove-dialog.tsx";
import { useUnsentElsewhere } from "./use-unsent-elsewhere.ts";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["age", "chat", "members"],
  daily: "writing",
  membersArea: true,
  offersApp: true,
};

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const [, chats] = await Promise.all([page.member(), page.load(getChats)]);
  return chats;
}

/** Without a connection it returns the list that this page knew last. Nothing is stored on the device. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    const chats = readLastChats();
    if (navigator.onLine || chats === undefined) throw error;
    return { chats, older_unread: 0, undelivered: [], older_cursor: null };
  }
}

const undeliveredQuery = queryOptions({
  queryKey: ["undelivered"],
  queryFn: async ({ signal }) => (await call(getChats, { signal })).undelivered,
});

export default function Chats({ loaderData }: Route.ComponentProps) {
  const t = useTexts("chat");
  const shell = useTexts("shell");
  const { data: chats } = useLoaded(chatsQuery, loaderData.chats);
  const undelivered = useLoaded(undeliveredQuery, loaderData.undelivered);
  const {
    shown: allChats,
    more,
    loading,
    failure: notLoaded,
    loadOlder,
    removeFromRest,
  } = useOlderChats(chats, loaderData.older_cursor);
  const { removing, failure, remove, undo } = useRemoveChats(allChats, removeFromRest);
  const unsent = useUnsentElsewhere(allChats);
  useRemoveChatFromState(remove);
  useLiveEvent((event) => {
    if (event.type === "confirmed") void undelivered.refetch();
  });

  return (
    <Screen title={t("title")} narrow>
      <OfflineNote words={shell("offline.title")} />
      <FormError failure={failure ?? notLoaded} />
      <UndeliveredMessages messages={undelivered.data} />
      {chats.length + unsent.length === 0 ? (
        <EmptyState icon={<MessagesSquare className="size-8" />} title={t("empty.title")} text={t("empty.text")}>
          <ButtonLink to="/members">{shell("nav.members")}</ButtonLink>
        </EmptyState>
      ) : (
        <ChatSearch>
          <ul aria-label={t("row.list")} className="chat-list divide-y divide-line">
            {unsent.map(({ to, chat }) => (
              <li key={to}>
                <ChatRow chat={chat} to={to} />
              </li>
            ))}
            {allChats.map((chat) => {
              const { id } = chat.conversation;
              return (
                <li key={id}>
                  {removing.includes(id) ? (
                    <RemovedRow name={chat.profile.name} onUndo={() => undo(id)} />
                  ) : (
                    <ChatRow chat={chat} to={`/chats/${id}`}>
                      <RowMenu chat={chat} onRemove={() => remove(id)} />
                    </ChatRow>
                  )}
                </li>
              );
            })}
          </ul>
          {more ? (
            <p className="mt-4 text-center">
              <Button look="outline" pending={loading} onClick={loadOlder}>
                {t("row.older")}
              </Button>
            </p>
          ) : null}
        </ChatSearch>
      )}
    </Screen>
  );
}

/** If a member removes the open chat, it leads here, because the list has the undo. */
function useRemoveChatFromState(remove: (id: string) => void): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const id: unknown = state?.remove;
  const onRemove = useEffectEvent(remove);
  useEffect(() => {
    if (typeof id !== "string") return;
    onRemove(id);
    // the state is cleared, so that coming back here or reloading does not remove the chat again
    void navigate("/chats", { replace: true, state: null, preventScrollReset: true });
  }, [id, navigate]);
}

/** The menu of a chat in the list; report and block are within two presses (D11.2). */
function RowMenu({ chat, onRemove }: { chat: ChatEntry; onRemove: () => void }) {
  const t = useTexts("chat");
  const { profile, conversation, last_message: last, promise_waits: promiseWaits } = chat;
  // before the address is confirmed there are only held messages, and no chat
  const subject = last.held === true ? "profile" : "chat";
  const removal = useRemoveDialog({ name: profile.name, promiseWaits }, onRemove, `remove-${conversation.id}`);
  const report = useReport({ member: profile, subject }, "/chats", `report-${conversation.id}`);
  const block = useBlock(profile, "/chats", `block-${conversation.id}`);
  return (
    <>
      <Menu
        label={t("row.more", { name: profile.name })}
        trigger={<EllipsisVertical aria-hidden className="size-5 text-muted" />}
        entries={[removal.entry, report.entry, block.entry]}
      />
      {removal.dialog}
      {report.dialog}
      {block.dialog}
    </>
  );
}

/** Stands in place of a removed chat while its removal can be undone; gets the focus that the chat had. */
function RemovedRow({ name, onUndo }: { name: string; onUndo: () => void }) {
  const t = useTexts("chat");
  const button = useRef<HTMLButtonElement>(null);
  // waits until the menu has returned the focus to its button, which no longer exists
  useTimeout(() => button.current?.focus(), 50);
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

/** Written before the confirmation: why not, that they cost nothing, and what the member can do. */
function UndeliveredMessages({ messages }: { messages: readonly Undelivered[] }) {
  const t = useTexts("chat");
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const { run, failure, pending } = useCall(deleteMessage);
  const remaining = messages.filter(({ id }) => !deleted.includes(id));
  if (remaining.length === 0) return null;
  const deleteUndelivered = (id: string) => run({ body: { message: id } }, () => setDeleted((ids) => [...ids, id]));
  return (
    <section aria-label={t("undelivered.area")} className="mb-5">
      <FormError failure={failure} />
      <ul className="flex flex-col gap-3">
        {remaining.map((message) => (
          <li key={message.id}>
            <UndeliveredMessage message={message} pending={pending} onDelete={() => deleteUndelivered(message.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = { message: Undelivered; pending: boolean; onDelete: () => void };

function UndeliveredMessage({ message: { profile, text, reason }, pending, onDelete }: Props) {
  const t = useTexts("chat");
  const age = useTexts("age");
  const members = useTexts("members");
  const title = profile ? t("undelivered.to", { name: profile.name }) : t("undelivered.title");
  const chat = profile && `/members/${profile.id}/chat`;
  return (
    <Notice
      tone="warning"
      title={reason === "away" ? t("undelivered.away_title") : title}
      actions={
        <>
          {reason === "age_check_required" ? <ButtonLink to="/profile#age">{age("go")}</ButtonLink> : null}
          {chat && reason === "too_many_at_once" ? <ButtonLink to={chat}>{members("profile.write")}</ButtonLink> : null}
          {chat && (reason === "not_enough_credits" || reason === "conversation_limit") ? (
            <OutlineLink to={`/credits?return_to=${encodeURIComponent(chat)}`}>{t("composer.get_credits")}</OutlineLink>
          ) : null}
          {reason === "not_enough_credits" || reason === "conversation_limit" ? <SmallestBundle /> : null}
          <Button look="quiet" pending={pending} onClick={onDelete}>
            {t("undelivered.delete")}
          </Button>
        </>
      }
    >
      <blockquote dir="auto" className="my-1.5 border-line border-s-3 ps-3 whitespace-pre-line break-words">
        {text}
      </blockquote>
      <p>{t(`undelivered.${reason}`, { count: freeConversations })}</p>
    </Notice>
  );
}
