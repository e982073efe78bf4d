import type { AnswerOf } from "#contract/call.ts";
import type { sendMessage } from "#contract/chat.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { createTaskQueue } from "#web/lib/task-queue.ts";
import type { Unsent } from "./local-messages.ts";

export type Sent = AnswerOf<typeof sendMessage>;

/** A message that is being sent; `reason` is the server's text if it refused the message. */
export type Outgoing = Unsent & { reason: string };

/**
 * If the call fails with one of these, the member has to act before the message can be sent: its text returns to the
 * field.
 */
const backToWriting = new Set([
  "not_enough_credits",
  "conversation_limit",
  "account_not_confirmed",
  "age_check_required",
  "recipient_not_confirmed",
  "held_limit",
  "same_text_limit",
  "new_chats_limit",
  "muted",
  "chat_closed",
  "open_first_messages",
  "outside_wishes",
  "invalid_input",
]);

/** A message younger than this many milliseconds is sent again without asking the member. */
const silentResendMs = 5 * 60_000;

export type OutboxTools = {
  send(message: Unsent): Promise<Sent>;
  now(): number;
  readStored(): readonly Unsent[];
  store(message: Unsent): void;
  /** The message is no longer unsent: it was sent, or the member has it back or removed it. */
  forget(key: string): void;
  onSent(sent: Sent): void;
  /** Nothing was sent or charged; the member has to change the text or get credits first. */
  onReturned(message: Unsent, failure: ApiFailure): void;
};

/**
 * The messages of one conversation that are not known to be sent, in the order they were written. One is sent at a
 * time. Each keeps its `Idempotency-Key` over all attempts (R7.03), even if the page is reloaded.
 */
export function createOutbox(tools: OutboxTools) {
  let items: readonly Outgoing[] = [];
  const runInTurn = createTaskQueue();
  const { listen, emit } = createListeners();

  const setItems = (next: readonly Outgoing[]) => {
    items = next;
    emit();
  };
  const updateItem = (key: string, part: Partial<Outgoing>) => {
    setItems(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
    const item = items.find((known) => known.key === key);
    if (item) tools.store(item);
  };
  const removeItem = (key: string) => {
    setItems(items.filter((item) => item.key !== key));
    tools.forget(key);
  };

  async function trySending(message: Outgoing): Promise<void> {
    try {
      const sent = await tools.send(message);
      removeItem(message.key);
      tools.onSent(sent);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) {
        updateItem(message.key, { state: "unknown" });
        throw failure;
      }
      const refused = failure.status >= 400 && failure.status < 500;
      if (refused && (backToWriting.has(failure.code) || failure.loginNeeded)) {
        removeItem(message.key);
        tools.onReturned(message, failure);
      } else {
        updateItem(message.key, { state: refused ? "refused" : "unknown", reason: refused ? failure.message : "" });
      }
    }
  }

  const enqueue = (message: Outgoing) => runInTurn(() => trySending(message));
  const isRecent = ({ at }: Unsent) => tools.now() - Date.parse(at) < silentResendMs;

  return {
    items: () => items,
    listen,
    add(text: string, key = newKey()): Promise<void> {
      const at = new Date(tools.now()).toISOString();
      const message: Outgoing = { key, text, at, state: "sending", reason: "" };
      setItems([...items, message]);
      tools.store(message);
      return enqueue(message);
    },
    async retry(key: string): Promise<void> {
      const message = items.find((item) => item.key === key);
      if (message === undefined || message.state === "sending") return;
      updateItem(key, { state: "sending", reason: "" });
      await enqueue(message);
    },
    remove: removeItem,
    /** After a reload: sends recent messages again; older ones wait for the member to decide. */
    async restore(): Promise<void> {
      const stored = tools.readStored().filter(({ key }) => !items.some((item) => item.key === key));
      if (stored.length === 0) return;
      const restored = stored.map((message): Outgoing => {
        const resends = message.state === "sending" && isRecent(message);
        if (resends || message.state === "refused") return { ...message, reason: "" };
        return { ...message, state: "unknown", reason: "" };
      });
      setItems([...restored, ...items]);
      await Promise.all(restored.filter(({ state }) => state === "sending").map(enqueue));
    },
    /** The connection is back: sends recent messages without an answer again. */
    async resendUnanswered(): Promise<void> {
      const unanswered = items.filter((item) => item.state === "unknown" && isRecent(item));
      for (const { key } of unanswered) updateItem(key, { state: "sending" });
      await Promise.all(unanswered.map(enqueue));
    },
  };
}
