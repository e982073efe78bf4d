import type { MemberEvent } from "#contract/events.ts";

const names = ["message", "like", "match", "read", "credits"] as const;
const reopenAfterMs = 10_000;

export type EventStreamOptions = {
  onEvent(event: MemberEvent): void;
  /** The stream is back after a gap: what happened meanwhile has to be asked for. */
  onGap(): void;
};

/** Listens to `/api/events.php` (D6.5). The browser reconnects by itself; where it gave up, this does. */
export function openEventStream({ onEvent, onGap }: EventStreamOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  const hear = (message: MessageEvent<string>) => onEvent(JSON.parse(message.data));
  const open = () => {
    source = new EventSource("/api/events.php");
    for (const name of names) source.addEventListener(name, hear);
    source.onopen = () => {
      if (wasOpen) onGap();
      wasOpen = true;
    };
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenAfterMs);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
