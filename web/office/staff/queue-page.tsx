import { ArrowLeft, ChevronUp, CircleCheck, Hourglass } from "lucide-react";
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import type { SavedReply } from "#contract/complaints.ts";
import type { StaffRole } from "#contract/constants.ts";
import {
  type decidePhoto,
  getQueues,
  type Person,
  type QueueItem,
  type QueueName,
  releaseItem,
  undoDecision,
} from "#contract/office.ts";
import { newKey } from "#web/lib/api.ts";
import { call, callByItself } from "#web/lib/call.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { Button, OutlineLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FieldErrorsContext, useErrorFocus, useOpenErrors } from "#web/ui/form-context.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useEnded } from "./ban-effects.tsx";
import { AskColleague, Dropped, Handovers } from "./colleague.tsx";
import { type FollowUp, FollowUps, useFollowUps } from "./follow-ups.tsx";
import type { Queues } from "./load-queue.ts";
import { staffLoginPath } from "./load-staff.ts";
import { Question } from "./question.tsx";
import { QueueNav } from "./queue-nav.tsx";
import { MissingProvider, useSeen } from "./queue-photo.tsx";
import { type LastWords, misfitIn } from "./saved-replies.tsx";
import { Undo, undoKey } from "./undo-bar.tsx";
import { useDrafts } from "./use-drafts.ts";
import { useKeys } from "./use-keys.ts";
import { type Changes, sendChange, type Take, useQueue, useQueueCounts } from "./use-queue.ts";
import { useUndo } from "./use-undo.ts";
import { YourWords } from "./your-words.tsx";

const wordsOf = (draft: object): string =>
  "words" in draft && typeof draft.words === "string" ? draft.words.trim() : "";

type Key = { press: string; label: string; look?: "primary" | "secondary" | "outline" | "danger" };
export type Choice<V extends string> = Key & {
  verdict: V;
  /** What is asked before it is sent, because its effect can't be taken back unnoticed. */
  asks?: ReactNode;
  /** How the button of that question looks; `danger` by default. */
  asksLook?: "primary" | "danger";
};
/** What staff may decide on an item. `reject`: the reasons against it, of which a phone shows a button first. */
export type Choices<V extends string> = { main: readonly Choice<V>[]; reject?: readonly Choice<V>[] };

type Item = QueueItem & {
  member: Person | null;
  replies?: readonly SavedReply[];
  reporter_replies?: readonly SavedReply[];
};
/** What is done about an item while it is looked at, and how it is taken back right after; `label`: in words. */
export type Act = { label: string; send(): Promise<unknown>; takeBack(): Promise<unknown> };
/**
 * What a queue shows of an item; `next` follow it, to be loaded ahead. `onMoved`: it became another item. `onAct` and
 * `onReload` settle once the item is shown as it is by then.
 */
export type ItemProps<I, D> = {
  item: I;
  next: readonly I[];
  draft: D;
  /** What the user wrote for their last decision here that its member reads; null: nothing. */
  last: LastWords | null;
  onChange(part: Partial<D>): void;
  onMoved(): void;
  onAct(act: Act): Promise<void>;
  onReload(): Promise<void>;
};

/** A queue as data: its calls, what staff may decide, and how an item looks. */
export type Queue<I extends Item, V extends string, D extends object> = {
  take: Take<I>;
  /** What staff type and choose for an item besides the verdict, as it is at first. */
  draft(item: NoInfer<I>): D;
  /** The parts of a draft that are not kept when staff leave the page and come back. */
  unsaved?: readonly (keyof NoInfer<D>)[];
  /** What a decision leads to next, offered until it is dismissed; null: nothing. */
  followUp?(
    words: QueueWords,
    item: NoInfer<I>,
    verdict: NoInfer<V>,
    draft: NoInfer<D>,
  ): FollowUp | readonly FollowUp[] | null;
  choices(words: QueueWords, item: I, draft: D): Choices<V>;
  /** `left`: which of the other items (`also`) colleagues have, or had decided. */
  decide(item: I, verdict: V, draft: D): Promise<AnswerOf<typeof decidePhoto> & { left?: readonly string[] }>;
  /** The language in which the member reads the words of this decision; null, as without it: they are no member's. */
  readIn?(item: NoInfer<I>, verdict: NoInfer<V>): string | null;
  /** The other items that a decision covers. */
  also?(draft: D): readonly { id: string; name: string }[];
  /** An item stays until the server has accepted its decision, which may lack something, such as words. */
  waits?: boolean;
  /** What an item says is of the moment at which it is shown, not of that at which it was loaded ahead. */
  ages?: boolean;
  /** Something of the item waits even after this decision, which takes effect at once: its item can't be held. */
  isPartial?(item: I, draft: D): boolean;
  /** The announcement of an item for screen readers, and the title of what asks once more; else the member's name. */
  title?(words: QueueWords, item: I): string;
  View: ComponentType<ItemProps<I, D>>;
  /** Shows the other loaded items that may be about a danger, of which staff can choose one. */
  Urgent?: ComponentType<{ items: readonly I[]; onChoose(id: string): void }>;
  /** What stands below the items, for these roles. */
  more?: { roles: readonly StaffRole[]; View: ComponentType };
};

function useQueueWords() {
  return {
    t: useTexts("staff"),
    decisions: useTexts("decisions"),
    file: useTexts("staff-members"),
    transactions: useTexts("transactions"),
    format: useFormat(),
  };
}
export type QueueWords = ReturnType<typeof useQueueWords>;

const grid = "grid gap-2 md:gap-1.5 max-md:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]";

type Choosing<V extends string> = {
  offered: Choices<V>;
  choose: (choice: Choice<V>) => void;
  others: readonly (Key & { run: () => void })[];
  pending: boolean;
  isSeen: boolean;
  /** Its photos are not there yet. */
  isLoading: boolean;
};

/** The bar is in reach of the thumb on a phone; a button shows the reasons for rejecting above it. */
function ChoiceButtons<V extends string>(props: Choosing<V>) {
  const { choose, others, pending, isSeen, isLoading } = props;
  const { main, reject } = props.offered;
  const t = useTexts("staff");
  const [open, setOpen] = useState(false);
  const buttons = (choices: readonly Choice<V>[]) =>
    choices.map((choice) => (
      <KeyButton key={choice.press} choice={choice} disabled={pending || !isSeen} onChoose={() => choose(choice)} />
    ));
  return (
    <>
      <div className={`queue-main ${grid}`}>
        {buttons(main)}
        {reject ? (
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
      {reject ? (
        <fieldset id="queue-reasons" className={`max-md:order-first ${open ? "" : "max-md:hidden"}`} data-open={open}>
          <legend className="mb-1.5 font-semibold text-muted text-sm">{t("queue.reject")}</legend>
          <div className={grid}>{buttons(reject)}</div>
        </fieldset>
      ) : null}
      <div
        className={`grid grid-cols-2 gap-2 md:grid-cols-[1fr_auto] md:gap-1.5 ${reject && open ? "max-md:hidden" : ""}`}
      >
        {others.map(({ run, ...choice }) => (
          <KeyButton key={choice.press} choice={choice} disabled={pending} onChoose={run} />
        ))}
      </div>
      {isLoading ? <p className="text-muted text-sm max-md:hidden">{t("queue.keys_wait")}</p> : null}
    </>
  );
}

function KeyButton({ choice, disabled, onChoose }: { choice: Key; disabled: boolean; onChoose: () => void }) {
  return (
    <Button
      look={choice.look ?? "outline"}
      wide
      className="justify-start text-start"
      disabled={disabled}
      onClick={onChoose}
    >
      <kbd className="key-cap">{choice.press.toUpperCase()}</kbd>
      <span className="min-w-0 hyphens-auto">{choice.label}</span>
    </Button>
  );
}

/** `queues`: those of the role, as the page was loaded. */
export type QueueScreenProps = { name: QueueName; queues: Queues; role: StaffRole | null };
type Props<I extends Item, V extends string, D extends object> = QueueScreenProps & { queue: Queue<I, V, D> };

/**
 * Writes the item that is shown into the address: staff who follow a link of the item and come back see it again.
 * The router need not know: nothing is loaded anew.
 */
function useItemInAddress(id: string | undefined) {
  useEffect(() => {
    if (id === undefined) return;
    const address = new URL(location.href);
    address.searchParams.set("item", id);
    history.replaceState(history.state, "", address);
  }, [id]);
}

/** A queue of the back office: one item at a time, each choice by one key or one tap, the next ones loaded ahead. */
export function QueuePage<I extends Item, V extends string, D extends object>({
  name,
  queues: loaded,
  role,
  queue,
}: Props<I, V, D>) {
  const { View, Urgent, more } = queue;
  const words = useQueueWords();
  const { t } = words;
  const nameOf = ({ member }: I) => member?.name ?? t("queue.no_member");
  const titleOf = (item: I) => queue.title?.(words, item) ?? nameOf(item);
  const drafts = useDrafts<I, D>(name, queue.draft, queue.unsaved ?? []);
  const followUps = useFollowUps(name);
  const nameEnded = useEnded();
  const [note, setNote] = useState("");
  const [last, setLast] = useState<LastWords | null>(null);
  const undoing = useUndo<I>();
  const changes = useRef<Changes>({ sent: 0, answered: 0 });
  const decide = async (item: I, { verdict, label }: Choice<V>) => {
    setNote("");
    const draft = drafts.of(item);
    const isPartial = queue.isPartial?.(item, draft) === true;
    const sent = queue.decide(item, verdict, draft);
    const also = queue.also?.(draft) ?? [];
    let removed: readonly I[] = [];
    const takeBack = async () => {
      const { left = [] } = await sent;
      const ids = [item.id, ...also.flatMap(({ id }) => (left.includes(id) ? [] : id))];
      const undone = await Promise.allSettled(
        ids.map((id) => call(undoDecision, { key: newKey(), body: { queue: name, id } })),
      );
      for (const result of undone) if (result.status === "rejected") throw result.reason;
    };
    const onUndone = () => {
      drafts.set(item.id, draft);
      followUps.remove(item.id);
      for (const other of removed) work.putBack(other);
      work.putBack(item);
    };
    const shownLabel = also.length === 0 ? label : `${label} (${also.length + 1})`;
    if (!isPartial) undoing.add({ item, label: shownLabel, takeBack, onUndone }, sent);
    const answer = await sent;
    const { left = [] } = answer;
    if (also.length > 0) {
      const ids = also.map(({ id }) => id);
      removed = work.removeAlso(ids, left);
    }
    for (const { id } of also) drafts.remove(id);
    const leftNames = also.flatMap(({ id, name: other }) => (left.includes(id) ? other : []));
    if (leftNames.length > 0) setNote(t("alike.left", { names: words.format.list(leftNames) }));
    // what comes of the same member later, or is left of the item, is another draft
    drafts.remove(item.id);
    if (item.member) followUps.decided(item.member.id);
    followUps.add(item.id, [queue.followUp?.(words, item, verdict, draft) ?? []].flat());
    const written = wordsOf(draft);
    const language = queue.readIn?.(item, verdict) ?? null;
    if (written !== "" && language !== null) setLast({ name: nameOf(item), words: written, language });
    const ended = nameEnded(answer.ended ?? []);
    if (ended !== "") setNote(t("ban.ended", { name: nameOf(item), list: ended }));
    if (answer.note === "already_banned") setNote(t("queue.banned_already", { name: item.member?.name ?? "" }));
    if (!isPartial) return;
    work.againFrom(item);
  };
  const act = async (item: I, { label, send, takeBack }: Act) => {
    setNote("");
    const sent = send();
    const reload = () => work.reload(item.id);
    undoing.add({ item, label, takeBack, onUndone: () => void reload() }, sent);
    await sent.then(reload, work.fail);
  };
  const undo = () =>
    void sendChange(changes, undoing.undo).catch((error: unknown) => {
      if (toFailure(error).code === "staff_item_gone") setNote(t("queue.undo_late"));
      else work.fail(error);
    });
  const release = useCallback((item: I) => callByItself(releaseItem, { body: { queue: name, id: item.id } }), [name]);
  const countWaiting = useCallback(async () => {
    const { queues: counted } = await call(getQueues, { query: { queue: name } });
    return counted[0]?.waiting ?? 0;
  }, [name]);
  const queues = useQueueCounts(loaded, changes);
  const first = useSearchParams()[0].get("item") ?? undefined;
  const take = useCallback<Take<I>>((body) => queue.take({ first, ...body }), [queue, first]);
  const work = useQueue(name, queues, changes, {
    take,
    decide,
    release,
    count: countWaiting,
    waits: queue.waits === true,
    nameOf: titleOf,
    ages: queue.ages === true,
  });
  const { current } = work;
  useItemInAddress(current?.id);
  const itemTop = useItemTop(current?.id);
  const [refused, setRefused] = useState<{ id: string; failure: FormFailure } | null>(null);
  const failure = refused !== null && refused.id === current?.id ? refused.failure : work.failure;
  const { open, onEdit } = useOpenErrors(failure);
  const form = useErrorFocus<HTMLDivElement>(failure);
  const title = current ? titleOf(current) : "";
  const [asked, setAsked] = useState<{ id: string; choice: Choice<V> } | null>(null);
  // the question is about the item that was shown when its key was pressed
  const question = asked !== null && asked.id === current?.id ? asked.choice : null;
  const draft = current && drafts.of(current);
  const offered = current && draft && queue.choices(words, current, draft);
  const { isSeen, isLoading, count } = useSeen(current?.id);
  const choose = (choice: Choice<V>) => {
    if (!isSeen || !current || !draft) return;
    const { replies = [], reporter_replies: toReporters = [] } = current;
    const misfit = misfitIn(wordsOf(draft), [...replies, ...toReporters], choice.verdict);
    if (misfit) {
      const text = t("queue.reply_misfit", { reply: misfit.title, choice: choice.label });
      setRefused({ id: current.id, failure: { code: "invalid_input", message: "", fields: { words: text } } });
      return;
    }
    setRefused(null);
    if (choice.asks) setAsked({ id: current.id, choice });
    else work.choose(choice);
  };
  const [askedAbout, setAskedAbout] = useState("");
  const isAsking = askedAbout !== "" && askedAbout === current?.id;
  const others = [
    { press: "o", label: t("colleague.ask"), run: () => setAskedAbout(current?.id ?? "") },
    { press: "s", label: t("queue.skip"), run: work.skip },
  ];
  const keys: Record<string, () => void> = Object.fromEntries(others.map(({ press, run }) => [press, run]));
  for (const choice of [...(offered?.main ?? []), ...(offered?.reject ?? [])]) {
    keys[choice.press] = () => choose(choice);
  }
  if (undoing.last) keys[undoKey] = undo;
  else if (undoing.isLate) keys[undoKey] = () => setNote(t("queue.undo_late"));
  useKeys(question === null && !isAsking ? keys : {});
  const undoBar = undoing.last ? (
    <Undo label={`${nameOf(undoing.last.item)} · ${undoing.last.label}`} until={undoing.last.until} onUndo={undo} />
  ) : null;
  return (
    <Screen
      title={t(`queues.${name}`)}
      waiting={work.waiting}
      low
      actions={
        <>
          <p className="text-muted max-md:text-sm">{t("queue.waiting", { count: work.waiting })}</p>
          <Link to={`/staff/list/${name}`} className="link py-2.5 max-md:text-sm">
            {t("queue.list")}
          </Link>
          {/* a phone's head has the same link just above */}
          <Link to="/staff" className="link inline-flex items-center gap-1.5 py-2.5 max-md:hidden">
            <ArrowLeft aria-hidden className="size-4" />
            {t("queue.back")}
          </Link>
        </>
      }
    >
      <QueueNav queues={queues} current={name} waiting={work.waiting} />
      <p role="status" className={note === "" ? "sr-only" : "mb-4 rounded-md bg-warning-tint p-4"}>
        {note}
      </p>
      <div role="status" className="sr-only">
        {title}
      </div>
      <div ref={form}>
        <FormError failure={open} />
        {open?.code === "staff_login_required" ? (
          <p className="-mt-3 mb-4 flex flex-wrap items-center gap-x-3">
            <Link to={staffLoginPath(`/staff/queue/${name}?item=${current?.id ?? ""}`)} className="link py-2">
              {t("queue.log_in")}
            </Link>
            {t("queue.log_in_kept")}
          </p>
        ) : null}
        {current && Urgent ? (
          <Urgent
            items={work.urgent}
            onChoose={(id) => {
              work.show(id);
              itemTop.current?.focus();
            }}
          />
        ) : null}
        {current && draft && offered ? (
          <div className="queue-item">
            <article ref={itemTop} tabIndex={-1} className="surface-card min-w-0 overflow-clip max-md:scroll-mt-16">
              <Dropped item={current} />
              <Handovers item={current} />
              <FieldErrorsContext value={{ errors: open?.fields ?? {}, onEdit }}>
                <MissingProvider value={count}>
                  <View
                    item={current}
                    next={work.next}
                    draft={draft}
                    last={last}
                    onChange={(part) => drafts.set(current.id, { ...draft, ...part })}
                    onMoved={work.again}
                    onAct={(done) => act(current, done)}
                    onReload={() => work.reload(current.id)}
                  />
                </MissingProvider>
              </FieldErrorsContext>
            </article>
            <div className="queue-choices">
              <ChoiceButtons
                key={current.id}
                {...{ offered, choose, others, isSeen, isLoading, pending: work.pending }}
              />
              {undoBar}
              <FollowUps {...followUps} />
            </div>
          </div>
        ) : (
          <>
            {undoBar}
            <FollowUps {...followUps} />
            <NoItem
              failed={work.failure !== null}
              left={work.left}
              next={queues.find((each) => each.name !== name && each.waiting > 0)}
              onAgain={work.again}
            />
          </>
        )}
      </div>
      {question === null ? null : (
        <Question
          title={title}
          yes={{
            label: question.label,
            look: question.asksLook ?? "danger",
            held: true,
            run: () => {
              setAsked(null);
              work.choose(question);
            },
          }}
          onNo={() => setAsked(null)}
        >
          <div className="mb-5 space-y-3">
            {question.asks}
            {draft ? <YourWords words={wordsOf(draft)} /> : null}
          </div>
        </Question>
      )}
      {isAsking && current ? (
        <AskColleague
          queue={name}
          id={current.id}
          onClose={() => setAskedAbout("")}
          onDone={() => {
            setAskedAbout("");
            work.remove();
          }}
        />
      ) : null}
      {more && role !== null && more.roles.includes(role) ? <more.View /> : null}
    </Screen>
  );
}

/** The next item is shown from its top, wherever the page was scrolled to for the one before; so is its absence. */
function useItemTop(id: string | undefined) {
  const item = useRef<HTMLElement>(null);
  const before = useRef(id);
  useEffect(() => {
    // after the last one it is told how the decision can be taken back, above what else the page has
    if (id === undefined && before.current !== undefined) window.scrollTo(0, 0);
    before.current = id;
    if (id === undefined || !item.current) return;
    // a phone's bar of what can be taken back is as high as the page's head, and stands over what is there
    const { scrollMarginTop } = getComputedStyle(item.current);
    const covered = window.scrollY > 0 ? Number.parseFloat(scrollMarginTop) || 0 : 0;
    if (item.current.getBoundingClientRect().top < covered) {
      item.current.scrollIntoView({ block: "start" });
    }
  }, [id]);
  return item;
}

type NoItemProps = {
  failed: boolean;
  left: number | null;
  /** The first other queue in which something waits. */
  next: Queues[number] | undefined;
  onAgain: () => void;
};

/** Shown while there is no item: none is left, the call failed, or the first one is being loaded. */
function NoItem({ failed, left, next, onAgain }: NoItemProps) {
  const t = useTexts("staff");
  const format = useFormat();
  const again = (
    <Button look="outline" onClick={onAgain}>
      {t(left ? "queue.show_left" : "queue.again")}
    </Button>
  );
  if (failed) return again;
  if (left === null) return <Skeleton className="h-96" />;
  return (
    <EmptyState
      icon={left > 0 ? <Hourglass aria-hidden className="size-8" /> : <CircleCheck aria-hidden className="size-8" />}
      title={left > 0 ? t("queue.left", { count: left }) : t("queue.done")}
      text={left > 0 ? t("queue.others") : undefined}
    >
      {next && left === 0 ? (
        <OutlineLink to={`/staff/queue/${next.name}`}>
          {t(`queues.${next.name}`)} · {format.number(next.waiting)}
        </OutlineLink>
      ) : null}
      {again}
      <OutlineLink to="/staff">{t("queue.back")}</OutlineLink>
    </EmptyState>
  );
}
