import { type ReactNode, Suspense, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { canBeRead } from "#contract/can-be-read.ts";
import type { Message } from "#contract/chat.ts";
import { type Reaction, reactToMessage } from "#contract/reactions.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useLiveEvent, useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, toFailure, useCall } from "#web/lib/use-call.ts";
import type { Posted } from "#web/lib/use-form.ts";
import { MemberNote } from "#web/member-parts/member-note.tsx";
import { useWhySilent } from "#web/member-parts/use-why-silent.ts";
import { useMemberHidden } from "#web/moderation/use-member-hidden.ts";
import { BlockEnds } from "#web/moderation/what-a-block-ends.ts";
import { CheckedNote } from "#web/ui/checked-note.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { SiteWaitNote } from "#web/ui/site-wait.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Announcer } from "./announcer.tsx";
import { AnswerNote } from "./answer-note.tsx";
import { AgeRequired, Closed, LimitReached, Silent, UsedUp } from "./cannot-write.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { Composer } from "./composer.tsx";
import { useRiskySend } from "./confirm-risky-send.tsx";
import { Decline, DeclineWaiting } from "./decline.tsx";
import { OutsideWishes } from "./first-messages/outside-wishes.tsx";
import { GiftButton } from "./gifts/gift-button.tsx";
import { keepAboveKeyboard } from "./keyboard-space.ts";
import { withOutgoing } from "./message-group.tsx";
import { MessageList } from "./message-list.tsx";
import { MessageSafety } from "./message-safety.tsx";
import { OfflineNote } from "./offline-note.tsx";
import type { Sent } from "./outbox.ts";
import { AgeProofNeeded, PartnerProvider } from "./photos/partner.ts";
import { SendPhoto } from "./photos/send-photo.tsx";
import { useAgreed } from "./promise/agreed.ts";
import { GivenBackLine, PromiseNote } from "./promise/promise-note.tsx";
import { ReplyNote, toQuote } from "./quote.tsx";
import { ReactionAnnouncer } from "./reactions.tsx";
import { SendFailure } from "./send-failure.tsx";
import { TalkLine } from "./talk/talk-line.tsx";
import {
  findFirstUnread,
  hasAnswered,
  haveBothWritten,
  isSilent,
  promiseOfSheet,
  type Thread,
  withReaction,
} from "./thread.ts";
import { useArrivals, useBottom } from "./use-bottom.ts";
import { useDecline } from "./use-decline.ts";
import { useDeleteMessage } from "./use-delete-message.ts";
import { useDraft } from "./use-draft.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { useMessageOutbox } from "./use-outbox.ts";
import { useThread } from "./use-thread.ts";
import { usePartnerTyping, useReportTyping } from "./use-typing.ts";
import { VoiceButton, VoiceSlot } from "./voice/voice-button.tsx";

/** A closed chat, in which neither writes any more, has no actions. */
const noActions = { onReply: undefined, onReact: undefined };

/** Only a member who shares a date with a friend sees it. */
const RunningDate = lazyPart(() => import("#web/moderation/shared-dates/running-date.tsx"));

const HeldNotice = lazyPart(() => import("./held-notice.tsx"));

type Props = {
  viewer: string;
  loaded: Thread;
  sendKey: string;
  /** The outcome of a form that was posted without scripts (`chatAction`). */
  posted: Posted<unknown> | undefined;
  /** The message that a search has found: the chat opens at it. */
  target?: string | undefined;
  onSent?: (sent: Sent) => void;
  /** The id of the question that the first message answers. */
  questionId?: string | undefined;
  /** Rendered instead of messages before the first one. `left`: conversations that the viewer may still begin. */
  intro?: (left: number | null) => ReactNode;
};

export function Conversation({ viewer, loaded, sendKey, posted, target, onSent, questionId, intro }: Props) {
  const t = useTexts("chat");
  const { state } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const { thread, update, refetch, older } = useThread(loaded);
  const { profile, conversation, message_credits: credits, conversations_left: conversationsLeft } = thread;
  const { id: partner, name } = profile;
  const title = t(conversation === null ? "first.title" : "thread.title", { name });
  const typing = usePartnerTyping(conversation?.id);
  const onWriting = useReportTyping(conversation?.id, thread.shows_typing && profile.online);
  const [failure, setFailure] = useState<FormFailure | null>(posted?.failure ?? null);
  const [reply, setReply] = useState(loaded.reply);

  const draft = useDraft(viewer, partner);
  const riskySend = useRiskySend({ viewer, partner, first: thread.messages.every(({ mine }) => mine) });
  const outbox = useMessageOutbox({
    viewer,
    partner: profile,
    credits,
    update,
    refetch,
    onSent,
    onReturned: (text, cause, about) => {
      draft.putBack(text);
      setReply(about.reply ?? null);
      setFailure(toFailure(cause));
      // the thread says why: too many first messages wait, or the other one closed the chat or asks for something else
      if (["open_first_messages", "chat_closed", "outside_wishes", "question_not_found"].includes(cause.code))
        void refetch();
    },
  });
  const user = useMember();
  const balance = user?.credits ?? 0;
  const date = user?.shared_dates.find(({ member, fine }) => member === partner && !fine);
  const removal = useDeleteMessage({ update, refetch });
  const declining = useDecline(conversation?.id, {
    onDone: () => void refetch(),
    onFailed: (cause) => {
      setFailure(toFailure(cause));
      void refetch();
    },
  });
  const reacting = useCall(reactToMessage);
  const limitReached = conversation === null && conversationsLeft === 0;
  const { promise, closed } = thread;
  // what waits to be sent is an answer
  const mayDecline = thread.may_decline && outbox.items.every(({ state }) => state === "refused");
  const agreed = useAgreed(partner);
  const waiting = promise?.state === "used_up" ? promise.waiting : null;
  // a refused text stays in its field, so the field stays too
  const silence = useWhySilent({ begins: conversation === null });
  const mayWrite = failure !== null || !(thread.age_check_required || silence !== null || limitReached);
  // the member got credits meanwhile: a message that was refused for lack of them can be sent now
  const canSendNow = failure?.code === "not_enough_credits" && balance >= credits;
  useLiveEvent((event) => {
    // credits were spent, but not by this page: the member wrote on another device
    if (event.type === "credits" && event.credits < balance && outbox.items.length === 0) void refetch();
    // the only message was taken back, here or by the other one: there is no chat any more
    const isOnly = event.type === "taken_back" && thread.messages.every(({ id }) => id === event.message);
    if (isOnly && event.conversation === conversation?.id) {
      void navigate(`/members/${partner}/chat`, { replace: true });
    }
    // a member who likes the viewer lets them write
    if (event.type === "like" && event.from === partner && thread.unmet_wishes.length > 0) void refetch();
  });
  // this address needs no conversation; there the server says what the viewer may know
  useMemberHidden(partner, () => void navigate(`/members/${partner}/chat`, { replace: true }));
  const messages = withOutgoing(thread.messages, outbox.items);
  const mayBothHear = useSettings().voice_messages && haveBothWritten(thread);
  const question = messages.length === 0 ? thread.questions.find(({ id }) => id === questionId) : undefined;
  const opened = useOpened(loaded);
  // what the viewer has answered is not new any more
  const unread = hasAnswered(messages, opened.last) ? 0 : opened.unread;
  const lines = useMemo(() => linesOf(thread), [thread]);
  const bottom = useBottom(messages.at(-1)?.id);
  const { newest, unseen, batch } = useArrivals(thread.messages, bottom.atBottom);
  // a photo that has passed its inspection is news, too: only now the viewer sees it
  const hiddenPhotos = thread.messages.filter((message) => !message.mine && !canBeRead(message)).length;
  useMarkRead(conversation?.id, newest && `${newest} ${hiddenPhotos}`, loaded.num_unread_messages);

  const showSent = (sent: Sent) => {
    outbox.receive(sent);
    bottom.scrollToBottom();
  };
  const deleteOwn = async (id: string): Promise<number | null> => {
    const wasOnly = thread.messages.every((message) => message.id === id);
    const returned = await removal.deleteMessage(id);
    // it was the only message, so the conversation no longer exists
    if (returned !== null && wasOnly) await navigate(`/members/${partner}/chat`, { replace: true });
    return returned;
  };
  const takeBack = async (id: string) => {
    // the menu's button goes with the message
    bottom.scroller.current?.focus();
    const returned = await deleteOwn(id);
    if (returned === null) return;
    const text = returned === 0 ? {} : { text: t("take_back.credits", { count: returned }) };
    toast({ title: t("take_back.done"), ...text });
  };
  const replyTo = (message: Message) => {
    setReply(toQuote(message));
    draft.area.current?.focus();
  };
  const react = (message: string, reaction: Reaction | null) => {
    void reacting.run({ body: { message, reaction } }, () =>
      update((current) => withReaction(current, message, reaction)),
    );
  };

  return (
    <section ref={keepAboveKeyboard} className="flex min-h-0 min-w-0 grow flex-col">
      <PageTitle title={title} />
      <h1 className="sr-only">{title}</h1>
      <BlockEnds value={{ chat: messages.length > 0, waits: promise?.state === "waiting" }}>
        <ChatHeader
          {...{ profile, typing, promise }}
          talk={thread.talk}
          conversationId={conversation?.id}
          onTalkChanged={() => void refetch()}
        />
        <Suspense fallback={null}>{date ? <RunningDate date={date} /> : null}</Suspense>
        <PartnerProvider value={profile}>
          <MessageSafety member={profile}>
            <AgeProofNeeded value={thread.age_check_required}>
              <MessageList
                name={name}
                messages={messages}
                firstUnread={findUnreadFrom(thread, opened.last, unread)}
                unread={unread}
                target={target}
                older={older}
                bottom={bottom}
                lines={lines}
                unseen={unseen}
                note={<MemberNote member={profile} labelled className="mx-auto mb-4 w-fit max-w-md" />}
                credits={credits}
                onRetry={outbox.retry}
                onDelete={outbox.remove}
                onDeleteHeld={deleteOwn}
                actions={{ onTakeBack: takeBack, ...(closed ? noActions : { onReply: replyTo, onReact: react }) }}
              >
                {intro?.(conversationsLeft)}
              </MessageList>
            </AgeProofNeeded>
          </MessageSafety>
        </PartnerProvider>
      </BlockEnds>
      <Announcer batch={batch} name={name} />
      <ReactionAnnouncer conversation={conversation?.id} messages={thread.messages} name={name} />
      {closed ? (
        <Closed viewer={viewer} partner={partner} name={name} closed={closed} />
      ) : declining.reason !== null ? (
        <DeclineWaiting name={name} reason={declining.reason} onUndo={declining.undo} />
      ) : thread.unmet_wishes.length > 0 ? (
        <OutsideWishes viewer={viewer} partner={profile} unmet={thread.unmet_wishes} />
      ) : waiting !== null && !agreed ? (
        <UsedUp viewer={viewer} partner={partner} waiting={waiting} />
      ) : mayWrite ? (
        <Composer
          member={profile}
          draft={draft}
          sendKey={sendKey}
          typed={posted?.typed.text}
          credits={credits}
          question={question?.id}
          reply={reply?.id}
          riskySend={riskySend}
          autoFocus={state?.writing === true}
          onWriting={onWriting}
          offersCredits={failure?.code !== "not_enough_credits"}
          attach={
            <>
              <SendPhoto partner={profile} promise={promiseOfSheet(thread)} onSent={showSent} />
              {mayBothHear ? <VoiceButton partner={profile} /> : null}
              <GiftButton
                member={profile}
                left={conversation === null ? conversationsLeft : null}
                promise={promiseOfSheet(thread)}
                onSent={showSent}
              />
            </>
          }
          onSend={(text, key) => {
            setFailure(null);
            outbox.send(text, key, {
              question: question && { id: question.id, text: question.text },
              reply: reply ?? undefined,
            });
            setReply(null);
            bottom.scrollToBottom();
          }}
        >
          {mayBothHear ? <VoiceSlot partner={profile} onSent={showSent} /> : null}
          <OfflineNote words={t("composer.offline")} />
          <SiteWaitNote />
          {question ? <AnswerNote name={name} question={question.text} /> : null}
          {reply ? <ReplyNote quote={reply} name={name} onCancel={() => setReply(null)} /> : null}
          {mayDecline ? <Decline name={name} onDecline={declining.decline} /> : null}
          <div className="max-md:*:text-xs">
            {messages.some(({ mine }) => mine) ? null : <CheckedNote of="message" />}
            <PromiseNote {...{ promise, credits }} silent={isSilent(thread)} />
          </div>
          <Suspense fallback={null}>
            {user?.status === "not_confirmed" ? <HeldNotice name={name} user={user} price={credits} /> : null}
          </Suspense>
          <SendFailure failure={(canSendNow ? null : failure) ?? removal.failure ?? reacting.failure} />
        </Composer>
      ) : thread.age_check_required ? (
        <AgeRequired {...{ viewer, partner }} />
      ) : silence === null ? (
        <LimitReached {...{ viewer, partner }} />
      ) : (
        <Silent {...{ viewer, partner, silence }} />
      )}
    </section>
  );
}

/** What stands between the messages: credits that came back, and the last call. */
function linesOf({ promise, talk: { last }, profile: { name } }: Thread) {
  const returned =
    promise?.state === "given_back"
      ? [{ id: "given-back", at: promise.at, text: <GivenBackLine promise={promise} /> }]
      : [];
  const call = last === null ? [] : [{ id: "talk", at: last.asked_at, text: <TalkLine talk={last} name={name} /> }];
  return [...returned, ...call];
}

/** The newest message and the number of unread ones when the chat was opened. */
function useOpened(loaded: Thread): { last: string | undefined; unread: number } {
  const [opened] = useState(() => ({ last: loaded.messages.at(-1)?.id, unread: loaded.num_unread_messages }));
  return opened;
}

/** The first message that was unread when the chat was opened, once it is loaded. */
function findUnreadFrom(thread: Thread, last: string | undefined, unread: number): string | undefined {
  const end = thread.messages.findIndex(({ id }) => id === last) + 1;
  return findFirstUnread(thread.messages.slice(0, end), unread, thread.older_cursor !== null);
}
