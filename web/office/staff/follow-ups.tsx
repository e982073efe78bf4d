import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { QueueName } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, OutlineLink } from "#web/ui/button.tsx";
import type { FromQueue } from "./back-to-queue.tsx";
import { type MeasurePreset, measurePath } from "./measure-link.tsx";
import { staffStore } from "./staff-store.ts";

/** What a decision leads to next, such as the accounts that look like a banned one; each link is a page. */
export type FollowUp = { title: string; links: readonly FollowLink[] };
/** `preset`, `text`: what the form of its page begins with. */
type FollowLink = { to: string; name: string; preset?: MeasurePreset; text?: string };
type Step = Pick<FollowLink, "preset" | "text"> & FromQueue;
type Entry = FollowUp & { item: string; queue: QueueName };

const key = "follow-ups";

/**
 * The next steps of a queue's decisions, the newest first, also after a visit to another page of this tab: until staff
 * open or dismiss them, decide on the member that they are about, or log out.
 */
export function useFollowUps(queue: QueueName) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => setEntries(JSON.parse(staffStore.getItem(key) ?? "[]")), []);
  const change = (turn: (now: readonly Entry[]) => readonly Entry[]) =>
    setEntries((now) => {
      const next = turn(now);
      staffStore.setItem(key, JSON.stringify(next));
      return next;
    });
  const remove = (item: string, title?: string) =>
    change((now) => now.filter((each) => each.item !== item || (title !== undefined && each.title !== title)));
  const removeLinks = (isDone: (to: string) => boolean) =>
    change((now) =>
      now
        .map((entry) => ({ ...entry, links: entry.links.filter(({ to }) => !isDone(to)) }))
        .filter(({ links }) => links.length > 0),
    );
  return {
    entries: entries.filter((entry) => entry.queue === queue),
    add: (item: string, added: readonly FollowUp[]) =>
      added.length > 0 &&
      change((now) => [
        ...added.map((entry) => ({ ...entry, item, queue })),
        ...now.filter((entry) => entry.item !== item),
      ]),
    remove,
    opened: (address: string) => removeLinks((to) => to === address),
    /** A decision about a member was made. */
    decided: (memberId: string) => removeLinks((to) => to === measurePath(memberId)),
  };
}

/** Among the buttons, so that they move nothing of what is decided on next; on a phone above these. */
export function FollowUps({ entries, remove, opened }: ReturnType<typeof useFollowUps>) {
  const shell = useTexts("shell");
  return (
    <div
      role="status"
      className={
        entries.length === 0 ? "sr-only" : "follow-ups max-md:order-first max-md:max-h-32 max-md:overflow-y-auto"
      }
    >
      <ul className="grid gap-2">
        {entries.map(({ item, queue, title, links }) => (
          <li key={`${item} ${title}`} className="flex items-start gap-3 rounded-md bg-tint px-3 py-1 text-sm">
            <div className="min-w-0 flex-1 py-1.5">
              <p className="break-words">{title}</p>
              {links.map(({ to, name, preset, text }) => (
                <OutlineLink
                  key={to}
                  to={to}
                  className="mt-1.5 me-2 max-w-full"
                  state={{ preset, text, queue } satisfies Step}
                  onClick={() => opened(to)}
                >
                  <span className="min-w-0 break-words">{name}</span>
                </OutlineLink>
              ))}
            </div>
            <Button look="quiet" className="-me-2 px-3" aria-label={shell("close")} onClick={() => remove(item, title)}>
              <X aria-hidden className="size-5" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
