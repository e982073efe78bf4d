import { Check, CheckCheck, CircleAlert, Clock3, Hourglass, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Message } from "#contract/chat.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useIsOffline } from "#web/lib/use-is-offline.ts";
import { useTimeout } from "#web/lib/use-timer.ts";
import { Bubble } from "./bubble.tsx";
import type { Group } from "./groups.ts";
import { type MessageActions, WithMenu } from "./message-menu.tsx";
import { Advice } from "./message-safety.tsx";
import { type Outgoing, silentMsLeft } from "./outbox.ts";
import { usePartner } from "./photos/partner.ts";

type State = "sending" | "held" | "sent" | "read";

const icons = { sending: Clock3, held: Hourglass, sent: Check, read: CheckCheck };

function MessageState({ state }: { state: State }) {
  const t = useTexts("chat");
  const Icon = icons[state];
  return (
    <span className={`inline-flex items-center gap-1 ${state === "read" ? "text-secondary-ink" : ""}`}>
      {t(`state.${state}`)}
      <Icon aria-hidden className="size-3.5" />
    </span>
  );
}

type UnsentProps = {
  outgoing: Outgoing;
  /** What it costs now, if that is more than its author saw. */
  risenTo: number | undefined;
  onRetry: () => void;
  onDelete: () => void;
};

/** Whether the note above the field says all: the viewer is offline, and the message goes out by itself afterwards. */
function useJustWaits(outgoing: Outgoing): boolean {
  const [now, setNow] = useState(Date.now);
  const msLeft = silentMsLeft(outgoing, now);
  useTimeout(() => setNow(Date.now()), msLeft > 0 ? msLeft : null, now);
  return useIsOffline() && msLeft > 0;
}

/** Says that the viewer's message was not sent, and whether it cost credits; offers retry and delete. */
function NotSent({ outgoing, risenTo, onRetry, onDelete }: UnsentProps) {
  const t = useTexts("chat");
  const state = outgoing.state === "refused" ? "refused" : "unknown";
  const deletes = (
    <button type="button" className="min-h-11 px-2 font-semibold underline" onClick={onDelete}>
      {t("state.delete")}
    </button>
  );
  if (useJustWaits(outgoing)) {
    return (
      <div className="flex items-center justify-end gap-x-2 text-muted text-xs">
        <MessageState state="sending" />
        {deletes}
      </div>
    );
  }
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-end text-danger-ink text-sm">
      <p className="flex items-start gap-1.5 font-medium">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          {t(`state.${state}`)} {state === "refused" ? outgoing.failure?.message : ""}
        </span>
      </p>
      <span className="flex">
        <button type="button" className="min-h-11 px-2 font-semibold underline" onClick={onRetry}>
          {risenTo === undefined ? t("state.retry") : t("composer.send_price", { count: risenTo })}
        </button>
        {deletes}
      </span>
    </div>
  );
}

/** A message as it is drawn; `outgoing` is set while it is not known to be sent. */
export type ShownMessage = Message & { outgoing?: Outgoing };

/** Adds the outgoing messages as the newest of the chat, because the clock of this device may be wrong. */
export function withOutgoing(messages: readonly Message[], outgoing: readonly Outgoing[]): ShownMessage[] {
  const last = messages.at(-1)?.created_at ?? "";
  const outgoingMessages = outgoing.map((item) => ({
    id: item.key,
    mine: true,
    author_kind: "member" as const,
    text: item.value.text,
    ...(item.value.question && { question: item.value.question.text }),
    quote: item.value.reply,
    created_at: [item.value.at, last].sort()[1] ?? item.value.at,
    read: false,
    outgoing: item,
  }));
  return [...messages, ...outgoingMessages];
}

function getState({ held, read }: Message): State {
  if (held) return "held";
  return read ? "read" : "sent";
}

type Props = {
  group: Group<ShownMessage>;
  name: string;
  targetId: string | undefined;
  credits: number;
  onRetry: (key: string) => void;
  onDelete: (key: string) => void;
  onDeleteHeld: (id: string) => void;
  actions: MessageActions;
};

/** Bubbles of one sender, with the time and the delivery state of the last one. */
export function MessageGroup({ group, name, targetId, credits, onRetry, onDelete, onDeleteHeld, actions }: Props) {
  const t = useTexts("chat");
  const format = useFormat();
  const last = group.messages.at(-1);
  if (last === undefined) return null;
  const { outgoing } = last;
  return (
    <li className="mb-3">
      <span className="sr-only">{group.mine ? t("thread.from_you") : t("thread.from", { name })}</span>
      <ol className={`flex flex-col gap-1 ${group.mine ? "ps-12 md:ps-24" : "md:pe-12"}`}>
        {group.messages.map((message) => (
          <li
            key={message.id}
            id={`message-${message.id}`}
            className={message.id === targetId ? "message-found" : undefined}
          >
            {message.held ? (
              <div className="flex items-center justify-end gap-1">
                <DeleteHeldButton id={message.id} name={name} onDeleteHeld={() => onDeleteHeld(message.id)} />
                <Bubble {...message} name={name} />
              </div>
            ) : message.outgoing ? (
              <Bubble {...message} name={name} faint />
            ) : (
              <>
                <WithMenu message={message} opened={message.id === targetId} {...actions}>
                  <Bubble {...message} name={name} />
                </WithMenu>
                {message.mine ? null : <Advice {...message} />}
              </>
            )}
            {message.outgoing?.state === "refused" || message.outgoing?.state === "unknown" ? (
              <NotSent
                outgoing={message.outgoing}
                risenTo={credits > (message.outgoing.value.credits ?? credits) ? credits : undefined}
                onRetry={() => onRetry(message.id)}
                onDelete={() => onDelete(message.id)}
              />
            ) : null}
          </li>
        ))}
      </ol>
      {outgoing === undefined || outgoing.state === "waiting" || outgoing.state === "sending" ? (
        <p className={`mt-1 flex gap-2 px-1 text-muted text-xs ${group.mine ? "justify-end" : ""}`}>
          <time dateTime={last.created_at}>{format.time(last.created_at)}</time>
          {group.mine ? <MessageState state={outgoing ? "sending" : getState(last)} /> : null}
        </p>
      ) : null}
    </li>
  );
}

type DeleteHeldProps = { id: string; name: string; onDeleteHeld: () => void };

/** Deletes a message that only its author has seen yet; without scripts the page's action does (`chatAction`). */
function DeleteHeldButton({ id, name, onDeleteHeld }: DeleteHeldProps) {
  const t = useTexts("chat");
  const partner = usePartner();
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        onDeleteHeld();
      }}
    >
      <input type="hidden" name="message" value={id} />
      <input type="hidden" name="member" value={partner?.id} />
      <button
        type="submit"
        name="do"
        value="take_back"
        className="icon-button -my-1 text-muted"
        aria-label={t("held.delete", { name })}
        title={t("state.delete")}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </button>
    </form>
  );
}
