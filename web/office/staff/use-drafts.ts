import { useState } from "react";
import type { QueueName } from "#contract/office.ts";
import { staffStore } from "./staff-store.ts";

const keyOf = (queue: QueueName, id: string) => `draft ${queue} ${id}`;

/**
 * What staff typed and chose for the items of a queue, each until it is decided: also after a visit to another page of
 * this tab. `fresh`: a draft as it is at first; `unsaved`: the parts of it that are taken anew each time.
 */
export function useDrafts<I extends { id: string }, D extends object>(
  queue: QueueName,
  fresh: (item: I) => D,
  unsaved: readonly (keyof D)[],
) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, D>>(new Map());
  const restore = (item: I): D => {
    const saved: Partial<D> = JSON.parse(staffStore.getItem(keyOf(queue, item.id)) ?? "{}");
    return { ...fresh(item), ...saved };
  };
  return {
    of: (item: I): D => drafts.get(item.id) ?? restore(item),
    set(id: string, draft: D): void {
      const saved = Object.entries(draft).filter(([part]) => !unsaved.some((each) => each === part));
      staffStore.setItem(keyOf(queue, id), JSON.stringify(Object.fromEntries(saved)));
      setDrafts((now) => new Map(now).set(id, draft));
    },
    remove(id: string): void {
      staffStore.removeItem(keyOf(queue, id));
      setDrafts((now) => new Map([...now].filter(([each]) => each !== id)));
    },
  };
}
