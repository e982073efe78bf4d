import type { Attachment } from "#contract/attachments.ts";
import type { AnswerOf } from "#contract/call.ts";
import type { getChat, Message } from "#contract/chat.ts";

/** The loaded part of a conversation: its messages, oldest first, and the cursor of the older ones. */
export type Thread = AnswerOf<typeof getChat>;

function inOrder(a: Message, b: Message): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Both lists, each message once. The later of two copies counts, but a read message stays read. */
function union(known: readonly Message[], news: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of news) {
    byId.set(message.id, { ...message, read: message.read || (byId.get(message.id)?.read ?? false) });
  }
  return [...byId.values()].sort(inOrder);
}

/**
 * Merges the server's newest page into the loaded thread. If more than a page was written meanwhile, the page has no
 * known message: the thread then begins anew with it. An invisible gap would be worse than loading upwards again.
 */
export function withNewest(thread: Thread | undefined, page: Thread): Thread {
  if (thread === undefined) return page;
  const known = new Set(thread.messages.map(({ id }) => id));
  if (page.older_cursor !== null && !page.messages.some(({ id }) => known.has(id))) return page;
  // the newest page has all held messages: one that is missing from it was delivered or deleted
  const settled = thread.messages.filter(({ held }) => held !== true);
  return { ...page, older_cursor: thread.older_cursor, messages: union(settled, page.messages) };
}

/** Puts an older page before the loaded messages. */
export function withOlder(thread: Thread, page: Thread): Thread {
  return { ...thread, older_cursor: page.older_cursor, messages: union(thread.messages, page.messages) };
}

/** Adds a message that was sent here or came by an event. */
export function withMessage(thread: Thread, message: Message): Thread {
  return { ...thread, messages: union(thread.messages, [message]) };
}

/** What a message carries has changed. */
export function withAttachment(thread: Thread, id: string, attachment: Attachment): Thread {
  if (!thread.messages.some((message) => message.id === id)) return thread;
  return {
    ...thread,
    messages: thread.messages.map((message) => (message.id === id ? { ...message, attachment } : message)),
  };
}

/** Removes a message. */
export function withoutMessage(thread: Thread, id: string): Thread {
  return { ...thread, messages: thread.messages.filter((message) => message.id !== id) };
}

/** The partner has opened the chat: everything sent so far is read. */
export function withRead(thread: Thread): Thread {
  const unread = ({ mine, read, held }: Message) => mine && !read && held !== true;
  if (!thread.messages.some(unread)) return thread;
  return {
    ...thread,
    messages: thread.messages.map((message) => (unread(message) ? { ...message, read: true } : message)),
  };
}

/** The first of `unread` received messages, which the viewer had not seen on opening the chat; undefined if none. */
export function firstUnread(messages: readonly Message[], unread: number): string | undefined {
  if (unread <= 0) return undefined;
  return messages.filter(({ mine }) => !mine).at(-unread)?.id ?? messages.find(({ mine }) => !mine)?.id;
}

/** The messages received after the message `last`; all received ones if `last` is unknown. */
export function receivedAfter(messages: readonly Message[], last: string | undefined): Message[] {
  const from = messages.findLastIndex(({ id }) => id === last) + 1;
  return messages.slice(from).filter(({ mine }) => !mine);
}
