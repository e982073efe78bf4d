import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { getQueues, maxHad, type QueueName, type QueuePlace, undoSeconds } from "#contract/office.ts";
import { call } from "#web/lib/call.ts";
import { atOnce, createOutbox, useOutbox } from "#web/lib/outbox.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { useInterval } from "#web/lib/use-timer.ts";
import type { Queues } from "./load-queue.ts";

type Page<I> = { items: readonly I[]; waiting: number };
/** How many items are claimed at once. The next ones are claimed before the last is decided. */
const pageSize = 6;
const minLoaded = 3;

/** Claims the next items, those after `after` if it is given. */
export type Take<I> = (body: {
  count: number;
  after: QueuePlace | undefined;
  /** The urgent items that were loaded before. */
  had?: string[];
  /** The item that was chosen in the list. */
  first?: string | undefined;
}) => Promise<Page<I>>;
type Decision<I> = { item: I; send: () => Promise<unknown> };
type Calls<I, V> = {
  take: Take<I>;
  decide(item: I, verdict: V): Promise<unknown>;
  release(item: I): Promise<unknown>;
  /** How many wait for the caller now. */
  count(): Promise<number>;
  /** An item is shown until the server has accepted its decision, so that no typed words are lost. */
  waits: boolean;
  /** Names an item whose decision failed while the next one is shown. */
  nameOf(item: I): string;
  /** An item that was loaded ahead is loaded again once it is shown: it has counts that change meanwhile. */
  ages: boolean;
};

/** With these a decision fails because a colleague has the item, or has decided it. */
export const othersCodes: readonly string[] = ["staff_item_claimed", "staff_item_gone"];

/** By then a decision that was held is carried out. */
export const heldSeconds = undoSeconds + 5;

/** How many changes of a queue were sent by this page, and how many of these were answered. */
export type Changes = { sent: number; answered: number };

/** Sends a change of a queue. */
export async function sendChange<T>(changes: RefObject<Changes>, send: () => Promise<T>): Promise<T> {
  changes.current.sent += 1;
  try {
    return await send();
  } finally {
    changes.current.answered += 1;
  }
}

/** An answer that counts what waits; `isSure`: no change was under way meanwhile, which it may have or not. */
async function countBeside<T>(changes: RefObject<Changes>, ask: () => Promise<T>) {
  const { sent, answered } = changes.current;
  const answer = await ask();
  return { answer, isSure: sent === answered && changes.current.sent === sent };
}

/** An id before all others. */
const firstId = "00000000-0000-0000-0000-000000000000";
/** A place behind all items: only what is urgent, and new, comes with it. */
const end: QueuePlace = { since: "9999-12-31T00:00:00Z", id: firstId, urgency: 0 };

/** In the queue's order: the gravest first, of each kind the oldest. */
const inOrder = (a: QueuePlace, b: QueuePlace) => b.urgency - a.urgency || (a.since < b.since ? -1 : 1);

/**
 * With further items; what is urgent comes before the rest, but never in place of the one that is looked at. The first
 * ones are in the queue's order, after the one that was chosen in the list.
 */
function withMore<I extends QueuePlace>(now: readonly I[], more: readonly I[]): readonly I[] {
  const fresh = more.filter(({ id }) => now.every((item) => item.id !== id));
  const [current, ...rest] = now;
  if (current === undefined || fresh.every(({ urgency }) => urgency === 0)) return [...now, ...fresh];
  return [current, ...[...rest, ...fresh].sort(inOrder)];
}

/**
 * The items that staff work through, claimed once the page is open; `queues` is what waited when it was loaded, and at
 * times since. A decision is sent in the background while the next item is shown already. If the call fails, its
 * item comes back, unless another staff member has decided it. With `waits` the next item is shown only once the server
 * has accepted the decision.
 */
export function useQueue<I extends QueuePlace, V>(
  name: QueueName,
  queues: Queues,
  changes: RefObject<Changes>,
  { take, decide, release, count, waits, nameOf, ages }: Calls<I, V>,
) {
  const [items, setItems] = useState<readonly I[]>([]);
  /** How many wait now that the list is at its end; null: not counted. */
  const [left, setLeft] = useState<number | null>(null);
  const [waiting, setWaiting] = useState(() => waitingIn(queues, name));
  const [lastCounted, setLastCounted] = useState(queues);
  if (queues !== lastCounted) {
    setLastCounted(queues);
    setWaiting(waitingIn(queues, name));
    if (left !== null) setLeft(waitingIn(queues, name));
  }
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const [isOver, setIsOver] = useState(false);
  const lastTaken = useRef<QueuePlace>(undefined);
  const isTaking = useRef(false);
  const firstTaken = useRef<string>(undefined);
  const had = useRef<string[]>([]);
  /** The counts after which all urgent items were asked for. */
  const loaded = useRef(queues);

  const add = useCallback((more: readonly I[]) => {
    const urgent = more.flatMap(({ id, urgency }) => (urgency > 0 ? id : []));
    had.current = [...new Set([...urgent, ...had.current])].slice(0, maxHad);
    setItems((now) => withMore(now, more));
  }, []);

  const takeMore = useCallback(async () => {
    if (isTaking.current) return;
    isTaking.current = true;
    try {
      const { since, id, urgency = 0 } = lastTaken.current ?? {};
      const after = since && id ? { since, id, urgency } : undefined;
      const { answer: page, isSure } = await countBeside(changes, () =>
        take({ count: pageSize, after, ...(after && { had: had.current }) }),
      );
      const [last = lastTaken.current] = page.items.slice(-1);
      // what is new and urgent has its place before those that were loaded already
      if (last && (lastTaken.current === undefined || inOrder(lastTaken.current, last) < 0)) lastTaken.current = last;
      firstTaken.current = page.items[0]?.id;
      add(page.items);
      if (isSure) setWaiting(page.waiting);
      setIsOver(page.items.length < pageSize);
    } catch (error) {
      setFailure(toFailure(error));
      setIsOver(true);
    } finally {
      isTaking.current = false;
    }
  }, [take, add, changes]);

  // a danger that is reported meanwhile comes next, whatever was loaded before
  const isBehind = urgentIn(queues, name) > items.filter(({ urgency }) => urgency > 0).length;
  useEffect(() => {
    if (!isBehind || queues === loaded.current || isTaking.current) return;
    loaded.current = queues;
    take({ count: pageSize, after: end, had: had.current }).then(
      ({ items: urgent }) => {
        if (urgent.length > 0) setLeft(null);
        add(urgent);
      },
      // the next count asks again
      () => undefined,
    );
  }, [isBehind, queues, take, add]);

  const removeItem = ({ id }: I) => {
    setItems((now) => now.filter((item) => item.id !== id));
    setWaiting((count) => Math.max(0, count - 1));
  };
  const outbox = useOutbox(createOutbox<Decision<I>>, {
    inTurn: atOnce,
    async send({ value: { item, send } }) {
      await sendChange(changes, async () => {
        await send();
        removeItem(item);
      });
    },
    onFailure({ value: { item } }, cause) {
      const isOthers = othersCodes.includes(cause.code) && !waits;
      setFailure(isOthers ? { ...cause, message: `${nameOf(item)}: ${cause.message}` } : cause);
      if (isOthers) removeItem(item);
      return null;
    },
  });
  const decided = waits ? [] : outbox.items.map(({ value: { item } }) => item.id);
  const pending = waits && outbox.items.length > 0;
  const undecided = items.filter(({ id }) => !decided.includes(id));
  useEffect(() => {
    if (!isOver && undecided.length < minLoaded) void takeMore();
  }, [undecided.length, isOver, takeMore]);
  const isAtEnd = isOver && items.length === 0 && outbox.items.length === 0 && failure === null;
  useEffect(() => {
    if (!isAtEnd) return;
    count().then(setLeft, (error) => setFailure(toFailure(error)));
  }, [isAtEnd, count]);
  const restart = (from: QueuePlace | undefined) => {
    lastTaken.current = from;
    had.current = [];
    setItems([]);
    setIsOver(false);
    setLeft(null);
    setFailure(null);
  };

  const reload = useCallback(
    (itemId: string) =>
      take({ count: 1, after: undefined, first: itemId }).then(
        (page) => setItems((now) => now.map((item) => page.items.find(({ id }) => id === item.id) ?? item)),
        // the item stays as it was loaded before
        () => undefined,
      ),
    [take],
  );

  const current = undecided[0];
  const currentId = current?.id;
  useEffect(() => {
    if (!ages || currentId === undefined || currentId === firstTaken.current) return;
    void reload(currentId);
  }, [ages, currentId, reload]);
  // what was decided just before is held, so that its effect on the item's counts comes later
  useEffect(() => {
    if (!ages || currentId === undefined) return;
    const timer = setTimeout(() => void reload(currentId), heldSeconds * 1000);
    return () => clearTimeout(timer);
  }, [ages, currentId, reload]);
  return {
    current,
    next: undecided.slice(1, 3),
    /** Those behind the current one that may be about a danger. */
    urgent: undecided.slice(1).filter(({ urgency }) => urgency > 0),
    waiting: left ?? Math.max(0, waiting - decided.length),
    failure,
    /** How many wait although the list is at its end: others have claimed them, or they were skipped. */
    left,
    /** A decision is being sent whose item is still shown. */
    pending,
    choose(verdict: V) {
      if (!current || pending) return;
      setFailure(null);
      void outbox.add({ item: current, send: () => decide(current, verdict) });
    },
    /** Shows a loaded item before all others. */
    show(itemId: string) {
      if (pending) return;
      setFailure(null);
      setItems((now) => [...now.filter(({ id }) => id === itemId), ...now.filter(({ id }) => id !== itemId)]);
    },
    /** Takes loaded items away that were decided with another one, or that a colleague has (`left`); returns them. */
    removeAlso(ids: readonly string[], left: readonly string[]): readonly I[] {
      setItems((now) => now.filter(({ id }) => !ids.includes(id)));
      setWaiting((count) => Math.max(0, count - ids.filter((id) => !left.includes(id)).length));
      return items.filter(({ id }) => ids.includes(id));
    },
    /** Shows an item again whose decision was taken back. */
    putBack(item: I) {
      setFailure(null);
      setLeft(null);
      setItems((now) => [item, ...now.filter(({ id }) => id !== item.id)]);
      setWaiting((count) => count + 1);
    },
    /** Shows an item as it is by now. */
    reload,
    fail: (error: unknown) => setFailure(toFailure(error)),
    /** Takes the item away, because it was passed on to colleagues. */
    remove() {
      setFailure(null);
      if (current) removeItem(current);
    },
    skip() {
      if (!current || pending) return;
      setFailure(null);
      setItems((now) => now.filter(({ id }) => id !== current.id));
      // a failure does no harm: the claim expires by itself
      release(current).catch(() => undefined);
    },
    /** Starts again with the oldest item. */
    again: () => restart(undefined),
    /** Starts again with what is left of an item. */
    againFrom: ({ since, urgency }: I) => restart({ since, urgency, id: firstId }),
  };
}

const waitingIn = (queues: Queues, name: QueueName) => queues.find((queue) => queue.name === name)?.waiting ?? 0;

const urgentIn = (queues: Queues, name: QueueName) => queues.find((queue) => queue.name === name)?.urgent ?? 0;

const pollMs = 15_000;

const noChanges = { current: { sent: 0, answered: 0 } };

/** Four times a minute, in a hidden tab too: its title shows the number. A call that fails changes nothing. */
export function useQueueCounts(loaded: Queues, changes: RefObject<Changes> = noChanges): Queues {
  const [counted, setCounted] = useState({ loaded, queues: loaded });
  const count = () =>
    countBeside(changes, () => call(getQueues, {})).then(
      ({ answer: { queues }, isSure }) => isSure && setCounted({ loaded, queues }),
      () => undefined,
    );
  useInterval(count, pollMs);
  // a page that was loaded again is newer than what was counted before
  return counted.loaded === loaded ? counted.queues : loaded;
}
