import { useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { ApiFailure, newKey } from "./api.ts";
import { createListeners } from "./listeners.ts";
import { createTaskQueue } from "./task-queue.ts";

/** `refused`: the server said no. `unknown`: no answer, so it may have arrived. Both wait for `retry`. */
export type Pending<T> = {
  /** The `Idempotency-Key` of all attempts. */
  key: string;
  value: T;
  state: "waiting" | "sending" | "refused" | "unknown";
  failure: ApiFailure | null;
};

export type OutboxTools<T> = {
  /**
   * Sends a change and shows the answer; then the change leaves the outbox, unless its state was set meanwhile.
   * `signal` is aborted if the change is removed.
   */
  send(item: Pending<T>, signal: AbortSignal): Promise<unknown>;
  /** What becomes of a change that failed. Null removes it, and with it what the screen shows of it. */
  onFailure?(item: Pending<T>, failure: ApiFailure): "refused" | "unknown" | null;
  /** Makes one change of two of which none is being sent. Without it each change is sent on its own. */
  merge?(older: T, newer: T): T;
  /** Runs after a change was added, changed its state, or was removed (`exists` is false). */
  onChange?(item: Pending<T>, exists: boolean): void;
  inTurn?(attempt: () => Promise<void>): Promise<void>;
};

/** Attempts that don't wait for each other. */
export const atOnce = (attempt: () => Promise<void>) => attempt();

const isRefusal = ({ status }: ApiFailure) => status >= 400 && status < 500;

/**
 * The changes that the server has not accepted yet, oldest first: the one way to show a change before its answer
 * (0018). A screen shows the server's state plus these changes. So a change that was refused is taken back by
 * leaving the list. `read` returns the tools of the newest render.
 */
export function createOutbox<T>(read: () => OutboxTools<T>) {
  let items: readonly Pending<T>[] = [];
  const { listen, emit } = createListeners();
  const enqueue = createTaskQueue();
  const running = new Map<string, AbortController>();

  const find = (key: string) => items.find((item) => item.key === key);
  function setItems(next: readonly Pending<T>[], changed: Pending<T> | undefined, exists: boolean): void {
    items = next;
    if (changed) read().onChange?.(changed, exists);
    emit();
  }
  function update(key: string, part: Partial<Pending<T>>): void {
    const next = items.map((item) => (item.key === key ? { ...item, ...part } : item));
    setItems(
      next,
      next.find((item) => item.key === key),
      true,
    );
  }
  function remove(key: string): void {
    running.get(key)?.abort();
    setItems(
      items.filter((item) => item.key !== key),
      find(key),
      false,
    );
  }

  async function attempt(): Promise<void> {
    // the list's order counts, not the order of the presses: a retried change goes before those that were added later
    const item = items.find(({ state }) => state === "waiting");
    if (item === undefined) return;
    const { key } = item;
    const controller = new AbortController();
    running.set(key, controller);
    update(key, { state: "sending", failure: null });
    try {
      await read().send({ ...item, state: "sending", failure: null }, controller.signal);
      running.delete(key);
      if (find(key)?.state === "sending") remove(key);
    } catch (error) {
      running.delete(key);
      const current = find(key);
      if (current !== undefined) fail(current, toApiFailure(error));
      if (!(error instanceof ApiFailure || controller.signal.aborted)) throw error;
    }
  }

  function fail(item: Pending<T>, failure: ApiFailure): void {
    const { onFailure, merge } = read();
    const state = onFailure ? onFailure(item, failure) : isRefusal(failure) ? "refused" : "unknown";
    const newer = items.find((other) => other.state === "waiting" && items.indexOf(other) > items.indexOf(item));
    if (state === null) remove(item.key);
    else if (merge === undefined || newer === undefined) update(item.key, { state, failure });
    else {
      // the newer change is sent next, with what this one was to change
      remove(item.key);
      update(newer.key, { value: merge(item.value, newer.value) });
    }
  }

  const run = () => (read().inTurn ?? enqueue)(attempt);

  return {
    items: () => items,
    listen,
    update,
    remove,
    /** Adds a change and sends it. One that rests becomes part of it, under a new key: the body is another one. */
    add(value: T, key = newKey()): Promise<void> {
      const { merge } = read();
      const resting = merge && items.find(({ state }) => state !== "sending");
      if (resting) remove(resting.key);
      const merged = resting ? merge(resting.value, value) : value;
      const item: Pending<T> = { key, value: merged, state: "waiting", failure: null };
      setItems([...items, item], item, true);
      return run();
    },
    async restore(storedItems: readonly Pending<T>[]): Promise<void> {
      const unknown = storedItems.filter(({ key }) => find(key) === undefined);
      for (const item of unknown) setItems([...items, item], item, true);
      await Promise.all(unknown.filter(({ state }) => state === "waiting").map(run));
    },
    async retry(key: string): Promise<void> {
      const state = find(key)?.state;
      if (state !== "refused" && state !== "unknown") return;
      update(key, { state: "waiting", failure: null });
      await run();
    },
  };
}

/** An error that is not the server's is a bug: it is reported when it is thrown again. */
const toApiFailure = (error: unknown) =>
  error instanceof ApiFailure ? error : new ApiFailure(0, "internal_error", "");

type Box<Items> = { items(): Items; listen(listener: () => void): () => void };

/** `create` is `createOutbox` or adds to it. It goes on when its component is gone, with the last render's tools. */
export function useOutbox<Tools, Items, B>(create: (read: () => Tools) => B & Box<Items>, tools: Tools) {
  const latest = useRef(tools);
  useLayoutEffect(() => {
    latest.current = tools;
  });
  const [outbox] = useState(() => create(() => latest.current));
  const items = useSyncExternalStore(outbox.listen, outbox.items, outbox.items);
  return { ...outbox, items };
}
