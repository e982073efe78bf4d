import type { Attachment } from "#contract/attachments.ts";
import type { AnswerOf } from "#contract/call.ts";
import { canBeRead } from "#contract/can-be-read.ts";
import type { getChat, Message } from "#contract/chat.ts";
import type { Reaction } from "#contract/reactions.ts";

/**
 * The loaded part of a conversation: its messages, oldest first, and the cursor of the older ones. `loose` has the ids
 * of messages that came by events since the last answer. An event before them may be lost, so they may follow a gap.
 * `readUntil` is the time until when an event said that the partner has read.
 */
export type Thread = AnswerOf<typeof getChat> & { loose?: readonly string[]; readUntil?: string };

function compareMessages(a: Message, b: Message): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/** Merges two lists. The later of two copies of a message wins, but a read message stays read. */
function mergeMessages(messages: readonly Message[], news: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const message of news) {
    byId.set(message.id, { ...message, read: message.read || (byId.get(message.id)?.read ?? false) });
  }
  return [...byId.values()].sort(compareMessages);
}

/**
 * Merges the server's newest page into the loaded thread. If the page does not overlap the messages that earlier
 * answers brought, it replaces the thread: loading upwards again is better than an invisible gap.
 */
export function withNewest(thread: Thread | undefined, answer: Thread): Thread {
  const first = answer.messages[0];
  const last = answer.messages.at(-1);
  if (thread === undefined || first === undefined) return answer;
  const page = thread.readUntil === undefined ? answer : { ...answer, readUntil: thread.readUntil };
  const wasLoose = new Set(thread.loose);
  // keep messages that arrived during the request; they may still follow a gap
  const newer = thread.messages.filter(
    (message) => wasLoose.has(message.id) && compareMessages(message, last ?? first) > 0,
  );
  const loose = newer.map(({ id }) => id);
  const overlaps = thread.messages.some(({ id }) => id === first.id && !wasLoose.has(id));
  const [oldest] = thread.messages;
  const reachesFurther = page.older_cursor === null || (oldest !== undefined && compareMessages(first, oldest) < 0);
  if (!overlaps && !reachesFurther) return { ...page, messages: mergeMessages(newer, page.messages), loose };
  // the newest page has all held messages: one that is missing from it was delivered or deleted
  const sentMessages = thread.messages.filter(({ held }) => held !== true);
  const older_cursor = reachesFurther ? page.older_cursor : thread.older_cursor;
  return { ...page, older_cursor, messages: mergeMessages(sentMessages, page.messages), loose };
}

/** Leaves out messages that were taken back: the thread had them when it `asked`, and the answer has them no more. */
export function withoutGone(thread: Thread, asked: Thread, { messages: answered }: Thread): Thread {
  const [first] = answered;
  const ids = new Set(answered.map(({ id }) => id));
  const askedIds = new Set(asked.messages.map(({ id }) => id));
  const isGone = (message: Message) =>
    first !== undefined && askedIds.has(message.id) && !ids.has(message.id) && compareMessages(message, first) > 0;
  return { ...thread, messages: thread.messages.filter((message) => !isGone(message)) };
}

export function withOlder(thread: Thread, page: Thread): Thread {
  return { ...thread, older_cursor: page.older_cursor, messages: mergeMessages(thread.messages, page.messages) };
}

export function withMessage(thread: Thread, news: Message): Thread {
  const message = isRead(news, thread.readUntil) ? { ...news, read: true } : news;
  const isLoaded = thread.messages.some(({ id }) => id === message.id);
  const changed = { ...thread, messages: mergeMessages(thread.messages, [message]) };
  return isLoaded ? changed : { ...changed, loose: [...(thread.loose ?? []), message.id] };
}

function withChange(thread: Thread, id: string, change: Partial<Message>): Thread {
  if (!thread.messages.some((message) => message.id === id)) return thread;
  return {
    ...thread,
    messages: thread.messages.map((message) => (message.id === id ? { ...message, ...change } : message)),
  };
}

export const withAttachment = (thread: Thread, id: string, attachment: Attachment): Thread =>
  withChange(thread, id, { attachment });

export const withReaction = (thread: Thread, id: string, reaction: Reaction | null): Thread =>
  withChange(thread, id, { reaction: reaction ?? undefined });

export function withoutMessage(thread: Thread, id: string): Thread {
  const messages = thread.messages.filter((message) => message.id !== id);
  // what quoted it quotes nothing any more
  return {
    ...thread,
    messages: messages.map((each) => (each.quote?.id === id ? { ...each, quote: undefined } : each)),
  };
}

const isRead = (message: Message, until = "") =>
  message.mine && message.held !== true && message.created_at <= until && canBeRead(message);

/** Marks what was sent `until` then as read, as far as the partner can see it; also what this page is told later. */
export function withRead(thread: Thread, until: string): Thread {
  return {
    ...thread,
    readUntil: until,
    messages: thread.messages.map((message) =>
      !message.read && isRead(message, until) ? { ...message, read: true } : message,
    ),
  };
}

/**
 * The thread as its messages leave it: an answer ends the promise to the viewer, and one of the viewer's "No, thanks".
 * Events bring messages only, and an answer of the server may be older than they are.
 */
export function withAnswers(thread: Thread): Thread {
  const { messages, promise } = thread;
  const hasWritten = messages.some(({ mine, held }) => mine && held !== true);
  const mayDecline = thread.may_decline && !hasWritten;
  const answered = promise?.state === "waiting" && messages.some((message) => isAnswer(message, promise.until));
  if (!answered && mayDecline === thread.may_decline) return thread;
  return { ...thread, may_decline: mayDecline, promise: answered ? null : promise };
}

/** Whether the partner has not written, as far as the thread is loaded; a program's messages do not count. */
export const isSilent = ({ messages }: Thread): boolean =>
  !messages.some(({ mine, author_kind }) => !mine && author_kind === "member");

/** The promise for the sheets of photos and gifts: what came back is no news there once the partner has written. */
export const promiseOfSheet = (thread: Thread): Thread["promise"] =>
  thread.promise?.state === "given_back" && !isSilent(thread) ? null : thread.promise;

/** Whether both have written, as far as the thread is loaded: before that no voice message can be sent. */
export const haveBothWritten = ({ messages, older_cursor }: Thread): boolean =>
  older_cursor !== null ||
  [true, false].every((viewer) => messages.some(({ mine, held }) => mine === viewer && held !== true));

/** Whether the server counts it as an answer: a person wrote it in time, and not just a photo that was rejected. */
function isAnswer({ mine, author_kind, created_at, attachment, text }: Message, until: string): boolean {
  const isRejected = attachment?.kind === "photo" && attachment.status === "rejected" && text === "";
  return !mine && author_kind === "member" && created_at <= until && !isRejected;
}

/**
 * Finds the first of the `unread` messages that the viewer had not seen on opening the chat. Undefined if there is
 * none, or if it is not loaded yet (`hasOlder`).
 */
export function findFirstUnread(messages: readonly Message[], unread: number, hasOlder: boolean): string | undefined {
  if (unread <= 0) return undefined;
  const received = messages.filter(({ mine }) => !mine);
  return (received.at(-unread) ?? (hasOlder ? undefined : received[0]))?.id;
}

/** Whether the viewer has written since the message `last`, the newest one when they opened the chat. */
export function hasAnswered(messages: readonly Pick<Message, "id" | "mine">[], last: string | undefined): boolean {
  const start = messages.findLastIndex(({ id }) => id === last) + 1;
  return messages.slice(start).some(({ mine }) => mine);
}

/** The messages received after the message `last`, which may be taken back since; all received ones without it. */
export function receivedAfter(messages: readonly Message[], last: Message | undefined): Message[] {
  return messages.filter((message) => !message.mine && (last === undefined || compareMessages(message, last) > 0));
}
