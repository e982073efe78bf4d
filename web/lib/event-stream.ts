import type { MemberEvent } from "#contract/events.ts";

const heard: Record<MemberEvent["type"], true> = {
  message: true,
  like: true,
  match: true,
  visit: true,
  read: true,
  member_hidden: true,
  credits: true,
  sessions: true,
  photo: true,
  about_me: true,
  confirmed: true,
};
const reopenAfterMs = 10_000;
const reopenHiddenAfterMs = 1_000;

export type EventStreamOptions = {
  onEvent(event: MemberEvent): void;
  /** The stream is back after a gap: what happened meanwhile has to be asked for. */
  onGap(): void;
};

/**
 * Listens to `/api/events.php` (D6.5). The browser reconnects by itself; where it gave up, this does. A page that nobody
 * sees says so by opening it anew: its member is told by mail or push then (D9.1). Coming back counts as a gap.
 */
export function openEventStream({ onEvent, onGap }: EventStreamOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  const hear = (message: MessageEvent<string>) => onEvent(JSON.parse(message.data));
  const open = () => {
    const { hidden } = document;
    source = new EventSource(hidden ? "/api/events.php?hidden=1" : "/api/events.php");
    for (const name of Object.keys(heard)) source.addEventListener(name, hear);
    source.onopen = () => {
      if (wasOpen && !hidden) onGap();
      wasOpen = true;
    };
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenAfterMs);
    };
  };
  const reopen = () => {
    clearTimeout(timer);
    source?.close();
    // a page that is left is hidden first: it opens nothing any more
    if (document.hidden) timer = setTimeout(open, reopenHiddenAfterMs);
    else open();
  };
  open();
  document.addEventListener("visibilitychange", reopen);
  return () => {
    document.removeEventListener("visibilitychange", reopen);
    clearTimeout(timer);
    source?.close();
  };
}
