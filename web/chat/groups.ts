import type { Message } from "#contract/chat.ts";

/** Bubbles of one sender within this many milliseconds are one group. */
const groupMs = 10 * 60_000;

type Grouped = Pick<Message, "id" | "mine" | "created_at">;
export type Group<M extends Grouped> = { kind: "group"; id: string; mine: boolean; messages: M[] };
export type Item<M extends Grouped> =
  | { kind: "day"; id: string; day: string }
  | { kind: "unread"; id: string }
  | { kind: "line"; id: string }
  | Group<M>;

/**
 * Groups the messages of a conversation for display. Bubbles of one sender within ten minutes are a group; a new day
 * and the first unread message begin another. `dayOf` returns the reader's calendar day for a time. The line, if there
 * is one, stands where it happened, unless that is before the first message here.
 */
export function groupMessages<M extends Grouped>(
  messages: readonly M[],
  dayOf: (iso: string) => string,
  firstUnread: string | undefined,
  lineAt?: string,
): Item<M>[] {
  const items: Item<M>[] = [];
  let day: string | undefined;
  let group: Group<M> | undefined;
  const first = messages[0];
  let isLineMissing = lineAt !== undefined && first !== undefined && first.created_at <= lineAt;
  for (const message of messages) {
    if (isLineMissing && message.created_at > (lineAt ?? "")) {
      items.push({ kind: "line", id: "line" });
      isLineMissing = false;
      group = undefined;
    }
    const messageDay = dayOf(message.created_at);
    if (messageDay !== day) {
      items.push({ kind: "day", id: `day-${message.id}`, day: messageDay });
      day = messageDay;
      group = undefined;
    }
    if (message.id === firstUnread) {
      items.push({ kind: "unread", id: "unread" });
      group = undefined;
    }
    if (group === undefined || !belongsToGroup(group, message)) {
      group = { kind: "group", id: message.id, mine: message.mine, messages: [] };
      items.push(group);
    }
    group.messages.push(message);
  }
  if (isLineMissing) items.push({ kind: "line", id: "line" });
  return items;
}

function belongsToGroup(group: Group<Grouped>, message: Grouped): boolean {
  const first = group.messages[0];
  if (first === undefined || group.mine !== message.mine) return false;
  return Date.parse(message.created_at) - Date.parse(first.created_at) <= groupMs;
}
