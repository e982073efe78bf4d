import { useCallback, useEffect, useRef, useState } from "react";
import { type Failed, failed } from "#web/lib/use-call.ts";

type Item = { id: string; since: string };
export type Page<I> = { items: readonly I[]; waiting: number };
/** How many items are claimed at once. The next ones are claimed before the last is decided. */
export const pageSize = 6;
const least = 3;

type Calls<I> = {
  take(after: { since: string; id: string } | undefined): Promise<Page<I>>;
  decide(item: I, verdict: string): Promise<unknown>;
  release(item: I): Promise<unknown>;
  /** Whether the item stays until the server has accepted its decision, so that no typed words are lost. */
  waits(item: I): boolean;
};

/**
 * The items that staff work through, claimed once the page is open; `loaded` is how many waited when it was loaded.
 * A decision is sent in the background while the next item is shown already. If the call fails, its item comes back,
 * unless another staff member has decided it. An item for which staff typed words is shown until the server has
 * accepted the decision.
 */
export function useQueue<I extends Item>(loaded: number, { take, decide, release, waits }: Calls<I>) {
  const [items, setItems] = useState<readonly I[]>([]);
  const [waiting, setWaiting] = useState(loaded);
  const [failure, setFailure] = useState<Failed | null>(null);
  const [over, setOver] = useState(false);
  const [pending, setPending] = useState(false);
  const last = useRef<I>(undefined);
  const taking = useRef(false);

  const more = useCallback(async () => {
    if (taking.current) return;
    taking.current = true;
    try {
      const after = last.current && { since: last.current.since, id: last.current.id };
      const page = await take(after);
      last.current = page.items.at(-1) ?? last.current;
      setItems((now) => [...now, ...page.items]);
      setWaiting(page.waiting);
      setOver(page.items.length < pageSize);
    } catch (error) {
      setFailure(failed(error));
      setOver(true);
    } finally {
      taking.current = false;
    }
  }, [take]);

  useEffect(() => {
    if (!over && items.length < least) void more();
  }, [items.length, over, more]);

  const current = items[0];
  return {
    current,
    next: items.slice(1, 3),
    waiting,
    failure,
    /** True if all remaining items are claimed by others, or were skipped. */
    over,
    /** A decision is being sent whose item is still shown. */
    pending,
    choose(verdict: string) {
      if (!current || pending) return;
      setFailure(null);
      const leave = () => {
        setItems((now) => now.slice(1));
        setWaiting((count) => Math.max(0, count - 1));
      };
      if (waits(current)) {
        setPending(true);
        decide(current, verdict)
          .then(leave, (error: unknown) => setFailure(failed(error)))
          .finally(() => setPending(false));
        return;
      }
      leave();
      decide(current, verdict).catch((error: unknown) => {
        const found = failed(error);
        setFailure(found);
        if (found.code !== "staff_item_claimed" && found.code !== "staff_item_gone") {
          setItems((now) => [current, ...now]);
          setWaiting((count) => count + 1);
        }
      });
    },
    skip() {
      if (!current || pending) return;
      setFailure(null);
      setItems((now) => now.slice(1));
      // a failure does no harm: the claim expires by itself
      release(current).catch(() => undefined);
    },
    /** Starts again with the oldest item. */
    again() {
      last.current = undefined;
      setItems([]);
      setOver(false);
      setFailure(null);
    },
  };
}
