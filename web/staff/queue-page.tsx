import { ArrowLeft, ChevronUp, CircleCheck } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { Link } from "react-router";
import { type QueueName, releaseItem } from "#contract/office.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useKeys } from "./use-keys.ts";
import { type After, type Page, useQueue } from "./use-queue.ts";

export type Choice = {
  /** One letter or digit. */
  press: string;
  verdict: string;
  label: string;
  look?: "primary" | "secondary" | "outline" | "danger";
  /** It lacks something, such as the words that it sends. */
  disabled?: boolean;
  /** It asks once more before it is sent: its effect can't be taken back unnoticed. */
  asks?: boolean;
};

type Props<I> = {
  name: QueueName;
  /** How many items wait, as the page was loaded. */
  waiting: number;
  take(after: After): Promise<Page<I>>;
  decide(item: I, verdict: string): Promise<unknown>;
  /** Whether an item stays until the server has accepted its decision. */
  waits?(item: I): boolean;
  /** The choices of an item; `group` names those that are not the main one. */
  choices(item: I): { main: readonly Choice[]; group?: { label: string; choices: readonly Choice[] } };
  /** The announcement of an item for screen readers. */
  title(item: I): string;
  children(item: I, next: readonly I[]): ReactNode;
  /** What the staff member has to know of the last decision. */
  note?: string;
  /** Below the queue. */
  more?: ReactNode;
};

type Choosing = {
  offered: { main: readonly Choice[]; group?: { label: string; choices: readonly Choice[] } };
  choose: (choice: Choice) => void;
  skip: Choice;
  onSkip: () => void;
  pending: boolean;
};

/**
 * The choices of an item. On a phone they are a bar in reach of the thumb, which covers little of the item: a button
 * shows the reasons for rejecting above it.
 */
function Choices({ offered: { main, group }, choose, skip, onSkip, pending }: Choosing) {
  const t = useTexts("staff");
  const [open, setOpen] = useState(false);
  return (
    <div className="queue-choices">
      <div className="grid gap-2 max-md:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]">
        {main.map((choice) => (
          <KeyButton key={choice.press} {...{ choice, pending }} onChoose={() => choose(choice)} />
        ))}
        {group ? (
          <Button
            look="outline"
            wide
            className="justify-start md:hidden"
            aria-expanded={open}
            aria-controls="queue-reasons"
            onClick={() => setOpen(!open)}
          >
            <ChevronUp aria-hidden className={`size-5 shrink-0 ${open ? "rotate-180" : ""}`} />
            {t("queue.reject_open")}
          </Button>
        ) : null}
      </div>
      {group ? (
        <fieldset id="queue-reasons" className={`max-md:order-first ${open ? "" : "max-md:hidden"}`}>
          <legend className="mb-1.5 font-semibold text-muted text-sm">{group.label}</legend>
          <div className="grid gap-2 max-md:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]">
            {group.choices.map((choice) => (
              <KeyButton key={choice.press} {...{ choice, pending }} onChoose={() => choose(choice)} />
            ))}
          </div>
        </fieldset>
      ) : null}
      <KeyButton {...{ choice: skip, pending }} onChoose={onSkip} />
      <p className="text-muted text-sm max-md:hidden">{t("queue.keys")}</p>
    </div>
  );
}

function KeyButton({ choice, pending, onChoose }: { choice: Choice; pending: boolean; onChoose: () => void }) {
  return (
    <Button
      look={choice.look ?? "outline"}
      wide
      className="justify-start text-start"
      disabled={choice.disabled === true || pending}
      onClick={onChoose}
    >
      <kbd className="key-cap">{choice.press.toUpperCase()}</kbd>
      <span className="min-w-0 hyphens-auto">{choice.label}</span>
    </Button>
  );
}

/** A queue of the back office: one item at a time, each choice by one key or one tap, the next ones loaded ahead. */
export function QueuePage<I extends { id: string; since: string; urgent: boolean }>(props: Props<I>) {
  const { name, waiting, take, decide, choices, title, children, note = "", more, waits = () => false } = props;
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const release = useCallback((item: I) => call(releaseItem, { body: { queue: name, id: item.id } }), [name]);
  const queue = useQueue(waiting, { take, decide, release, waits });
  const { current } = queue;
  const [asked, setAsked] = useState<{ id: string; choice: Choice } | null>(null);
  // the question is about the item that was shown when its key was pressed
  const question = asked !== null && asked.id === current?.id ? asked.choice : null;
  const offeredChoices = current && choices(current);
  const choose = (choice: Choice) => {
    if (current && choice.asks) setAsked({ id: current.id, choice });
    else queue.choose(choice.verdict);
  };
  const allChoices = [...(offeredChoices?.main ?? []), ...(offeredChoices?.group?.choices ?? [])];
  const skip = { press: "s", verdict: "", label: t("queue.skip") };
  const keys: Record<string, () => void> = { [skip.press]: queue.skip };
  for (const choice of allChoices) {
    if (!choice.disabled) keys[choice.press] = () => choose(choice);
  }
  useKeys(question === null ? keys : {});
  const heading = t(`queues.${name}`);
  return (
    <Screen
      title={heading}
      actions={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <p className="text-muted">{t("queue.waiting", { count: queue.waiting })}</p>
          <Link to="/staff" className="link inline-flex items-center gap-1.5 py-2.5">
            <ArrowLeft aria-hidden className="size-4" />
            {t("queue.back")}
          </Link>
        </div>
      }
    >
      <FormError failure={queue.failure} />
      <p role="status" className={note === "" ? "sr-only" : "mb-4 rounded-md bg-warning-tint p-4"}>
        {note}
      </p>
      <div role="status" className="sr-only">
        {current ? title(current) : ""}
      </div>
      {current && offeredChoices ? (
        <div className="queue-item">
          <article className="surface-card min-w-0 overflow-hidden">{children(current, queue.next)}</article>
          <Choices
            key={current.id}
            {...{ offered: offeredChoices, skip, choose, onSkip: queue.skip, pending: queue.pending }}
          />
        </div>
      ) : (
        <NoItem isOver={queue.isOver} failed={queue.failure !== null} waiting={queue.waiting} onAgain={queue.again} />
      )}
      {question === null ? null : (
        <Dialog open onClose={() => setAsked(null)} title={current ? title(current) : ""}>
          <p className="mb-5">{t("queue.sure")}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              look="danger"
              onClick={() => {
                setAsked(null);
                queue.choose(question.verdict);
              }}
            >
              {question.label}
            </Button>
            <Button look="outline" onClick={() => setAsked(null)}>
              {moderation("block.cancel")}
            </Button>
          </div>
        </Dialog>
      )}
      {more}
    </Screen>
  );
}

type NoItemProps = { isOver: boolean; failed: boolean; waiting: number; onAgain: () => void };

/** Shown while there is no item: none is left, the call failed, or the first one is being loaded. */
function NoItem({ isOver, failed, waiting, onAgain }: NoItemProps) {
  const t = useTexts("staff");
  if (!isOver) return <Skeleton className="h-96" />;
  const again = (
    <Button look="outline" onClick={onAgain}>
      {t("queue.again")}
    </Button>
  );
  if (failed) return again;
  return (
    <EmptyState
      icon={<CircleCheck aria-hidden className="size-8" />}
      title={t("queue.done")}
      text={waiting > 0 ? t("queue.others") : undefined}
    >
      {again}
      <ButtonLink to="/staff" look="outline">
        {t("queue.back")}
      </ButtonLink>
    </EmptyState>
  );
}
