import type { AnswerOf } from "#contract/call.ts";
import type { getChat, Message } from "#contract/chat.ts";

/** A conversation as far as it is loaded: its messages, oldest first, and where older ones begin. */
export type Thread = AnswerOf<typeof getChat>;

function inOrder(a: Message, b: Message): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Both lists, each message once; of two copies the later one counts, but what was read stays read. */
function union(known: readonly Message[], news: readonly Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of news) {
    byId.set(message.id, { ...message, read: message.read || (byId.get(message.id)?.read ?? false) });
  }
  return [...byId.values()].sort(inOrder);
}

/**
 * The newest page of the server laid over what is loaded. Where more than a page was written meanwhile, nothing of the
 * page is known yet: it begins anew, for a gap nobody sees would be worse than loading upwards again.
 */
export function withNewest(thread: Thread | undefined, page: Thread): Thread {
  if (thread === undefined) return page;
  const known = new Set(thread.messages.map(({ id }) => id));
  if (page.older_cursor !== null && !page.messages.some(({ id }) => known.has(id))) return page;
  // the newest page holds all that waits: what is not among it was delivered or deleted
  const settled = thread.messages.filter(({ held }) => held !== true);
  return { ...page, older_cursor: thread.older_cursor, messages: union(settled, page.messages) };
}

/** An older page put before what is loaded. */
export function withOlder(thread: Thread, page: Thread): Thread {
  return { ...thread, older_cursor: page.older_cursor, messages: union(thread.messages, page.messages) };
}

/** One message more: sent, or told by an event. */
export function withMessage(thread: Thread, message: Message): Thread {
  return { ...thread, messages: union(thread.messages, [message]) };
}

/** One message less. */
export function withoutMessage(thread: Thread, id: string): Thread {
  return { ...thread, messages: thread.messages.filter((message) => message.id !== id) };
}

/** The other one has opened the chat: all that was sent until now is read. */
export function withRead(thread: Thread): Thread {
  const unread = ({ mine, read, held }: Message) => mine && !read && held !== true;
  if (!thread.messages.some(unread)) return thread;
  return {
    ...thread,
    messages: thread.messages.map((message) => (unread(message) ? { ...message, read: true } : message)),
  };
}

/** The first message the caller had not seen when the chat was opened, of `unread` received ones; undefined for none. */
export function firstUnread(messages: readonly Message[], unread: number): string | undefined {
  if (unread <= 0) return undefined;
  return messages.filter(({ mine }) => !mine).at(-unread)?.id ?? messages.find(({ mine }) => !mine)?.id;
}

/** What was received after the message `last`, or all of it where there was none. */
export function receivedAfter(messages: readonly Message[], last: string | undefined): Message[] {
  const from = messages.findLastIndex(({ id }) => id === last) + 1;
  return messages.slice(from).filter(({ mine }) => !mine);
}
