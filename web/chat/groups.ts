import type { Message } from "#contract/chat.ts";

/** Bubbles of one sender within this many milliseconds are one group. */
const groupMs = 10 * 60_000;

type Grouped = Pick<Message, "id" | "mine" | "created_at">;
export type Group<M extends Grouped> = { kind: "group"; id: string; mine: boolean; messages: M[] };
/** A line between messages that says what happened then. */
export type Line = { id: string; at: string };
export type Item<M extends Grouped> =
  | { kind: "day"; id: string; day: string }
  | { kind: "unread"; id: string }
  | { kind: "line"; id: string }
  | Group<M>;

/**
 * Groups the messages of a conversation for display. Bubbles of one sender within ten minutes are a group; a new day
 * and the first unread message begin another. `dayOf` returns the reader's calendar day for a time. Each line
 * stands where it happened, unless that is before the first message here.
 */
export function groupMessages<M extends Grouped>(
  messages: readonly M[],
  dayOf: (iso: string) => string,
  firstUnread: string | undefined,
  lines: readonly Line[],
): Item<M>[] {
  const items: Item<M>[] = [];
  let day: string | undefined;
  let group: Group<M> | undefined;
  const first = messages[0];
  const waiting = lines
    .filter(({ at }) => first !== undefined && first.created_at <= at)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const addLines = (before: string | null) => {
    while (waiting[0] !== undefined && (before === null || waiting[0].at < before)) {
      items.push({ kind: "line", id: waiting[0].id });
      waiting.shift();
      group = undefined;
    }
  };
  for (const message of messages) {
    addLines(message.created_at);
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
  addLines(null);
  return items;
}

function belongsToGroup(group: Group<Grouped>, message: Grouped): boolean {
  const first = group.messages[0];
  if (first === undefined || group.mine !== message.mine) return false;
  return Date.parse(message.created_at) - Date.parse(first.created_at) <= groupMs;
}
