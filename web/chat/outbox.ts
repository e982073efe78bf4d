import type { AnswerOf } from "#contract/call.ts";
import type { sendMessage } from "#contract/chat.ts";
import type { ApiFailure } from "#web/lib/api.ts";
import { createOutbox, type Pending } from "#web/lib/outbox.ts";
import type { Unsent } from "./local-messages.ts";

export type Sent = AnswerOf<typeof sendMessage>;

export type Outgoing = Pending<Pick<Unsent, "text" | "at" | "credits" | "question" | "reply">>;

/** What a message answers or replies to. */
export type About = Pick<Unsent, "question" | "reply">;

/** The member has to act before the message can be sent: its text returns to the field. */
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
  "consent_withdrawn",
  "chat_closed",
  "open_first_messages",
  "outside_wishes",
  "question_not_found",
  "invalid_input",
]);

/** A message younger than this many milliseconds is sent again without asking the member. */
const silentResendMs = 5 * 60_000;

const recentMsLeft = (at: string, now: number) => Math.max(0, Date.parse(at) + silentResendMs - now);

/** For how many more milliseconds a message without an answer goes out by itself once the connection is back. */
export const silentMsLeft = ({ state, value, failure }: Outgoing, now: number): number =>
  state === "unknown" && !failure?.stopped ? recentMsLeft(value.at, now) : 0;

export type MessageTools = {
  send(key: string, message: Outgoing["value"]): Promise<Sent>;
  credits: number;
  now(): number;
  readStored(): readonly Unsent[];
  store(message: Unsent): void;
  /** The message is no longer unsent: it was sent, or the member has it back or removed it. */
  forget(key: string): void;
  onSent(sent: Sent): void;
  /** The message stays in the outbox: the server refused it, or gave no answer. */
  onUnsent(failure: ApiFailure): void;
  /** Nothing was sent or charged; the member has to change the text or get credits first. */
  onReturned(text: string, failure: ApiFailure, about: About): void;
};

/** The messages of one conversation that are not known to be sent. They survive a reload. */
export function createMessageOutbox(read: () => MessageTools) {
  const outbox = createOutbox<Outgoing["value"]>(() => ({
    async send({ key, value }): Promise<void> {
      const sent = await read().send(key, value);
      // first, so that the chat does not show the message twice
      outbox.remove(key);
      read().onSent(sent);
    },
    onFailure({ value }, failure) {
      const isRefused = failure.status >= 400 && failure.status < 500;
      if (isRefused && (backToWriting.has(failure.code) || failure.loginNeeded)) {
        read().onReturned(value.text, failure, value);
        return null;
      }
      read().onUnsent(failure);
      return isRefused ? "refused" : "unknown";
    },
    onChange({ key, value, state }, exists) {
      if (exists) read().store({ key, ...value, state: state === "waiting" ? "sending" : state });
      else read().forget(key);
    },
  }));
  const atPrice = (value: Omit<Outgoing["value"], "credits">) => ({ ...value, credits: read().credits });

  return {
    ...outbox,
    add: (text: string, key: string, about: About) =>
      outbox.add(atPrice({ text, ...about, at: new Date(read().now()).toISOString() }), key),
    /** The member sends a message again, and sees what it costs now. */
    async retry(key: string): Promise<void> {
      const item = outbox.items().find((one) => one.key === key);
      if (item) outbox.update(key, { value: atPrice(item.value) });
      await outbox.retry(key);
    },
    /** After a reload: sends recent messages again; older ones wait for the member to decide. */
    restore: () =>
      outbox.restore(
        read()
          .readStored()
          .map(({ key, state, ...value }): Outgoing => {
            const stateNow = recentMsLeft(value.at, read().now()) > 0 ? "waiting" : "unknown";
            return { key, value, state: state === "sending" ? stateNow : state, failure: null };
          }),
      ),
    /** The connection is back. Leaves out what the member stopped, and another page of the chat has sent or deleted. */
    async resendUnanswered(): Promise<void> {
      const storedMessages = read().readStored();
      const isStillUnknown = (key: string) =>
        storedMessages.some((message) => message.key === key && message.state === "unknown");
      const now = read().now();
      const unanswered = outbox.items().filter((item) => silentMsLeft(item, now) > 0 && isStillUnknown(item.key));
      await Promise.all(unanswered.map(({ key }) => outbox.retry(key)));
    },
  };
}
