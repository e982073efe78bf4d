import type { AnswerOf } from "#contract/call.ts";
import type { sendMessage } from "#contract/chat.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import { createListeners } from "#web/lib/listeners.ts";
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
  "invalid_input",
]);

/** A message younger than this many milliseconds is sent again without asking the member. */
const silentResendMs = 5 * 60_000;

export type OutboxTools = {
  send(message: Unsent): Promise<Sent>;
  now(): number;
  readStored(): readonly Unsent[];
  store(messages: readonly Unsent[]): void;
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
  let queue = Promise.resolve();
  const { listen, emit } = createListeners();

  const setItems = (next: readonly Outgoing[]) => {
    items = next;
    tools.store(next);
    emit();
  };
  const updateItem = (key: string, part: Partial<Outgoing>) =>
    setItems(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const removeItem = (key: string) => setItems(items.filter((item) => item.key !== key));

  async function trySending(message: Outgoing): Promise<void> {
    try {
      const sent = await tools.send(message);
      removeItem(message.key);
      tools.onSent(sent);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const refused = failure.status >= 400 && failure.status < 500;
      if (refused && (backToWriting.has(failure.code) || failure.loginNeeded)) {
        removeItem(message.key);
        tools.onReturned(message, failure);
      } else {
        updateItem(message.key, { state: refused ? "refused" : "unknown", reason: refused ? failure.message : "" });
      }
    }
  }

  const enqueue = (message: Outgoing) => {
    queue = queue.then(() => trySending(message));
    return queue;
  };
  const isRecent = ({ at }: Unsent) => tools.now() - Date.parse(at) < silentResendMs;

  return {
    items: () => items,
    listen,
    add(text: string): Promise<void> {
      const at = new Date(tools.now()).toISOString();
      const message: Outgoing = { key: newKey(), text, at, state: "sending", reason: "" };
      setItems([...items, message]);
      return enqueue(message);
    },
    retry(key: string): Promise<void> {
      const message = items.find((item) => item.key === key);
      if (message === undefined || message.state === "sending") return queue;
      updateItem(key, { state: "sending", reason: "" });
      return enqueue(message);
    },
    remove: removeItem,
    /** After a reload: sends recent messages again; older ones wait for the member to decide. */
    restore(): Promise<void> {
      const stored = tools.readStored().filter(({ key }) => !items.some((item) => item.key === key));
      if (stored.length === 0) return queue;
      const restored = stored.map((message): Outgoing => {
        const resends = message.state === "sending" && isRecent(message);
        if (resends || message.state === "refused") return { ...message, reason: "" };
        return { ...message, state: "unknown", reason: "" };
      });
      setItems([...restored, ...items]);
      for (const message of restored) if (message.state === "sending") enqueue(message);
      return queue;
    },
    /** The connection is back: sends recent messages without an answer again. */
    resendUnanswered(): Promise<void> {
      for (const item of items) {
        if (item.state !== "unknown" || !isRecent(item)) continue;
        updateItem(item.key, { state: "sending" });
        enqueue(item);
      }
      return queue;
    },
  };
}
