import { otherMemberEvent } from "#contract/constants.ts";
import type { MemberEvent } from "#contract/events.ts";
import { findShownMember } from "./shown-member.ts";

export type EventStream = { isOpen(): boolean; close(): void };

const [reopenAfterMs, longestPauseMs] = [1_000, 30_000];
const reopenHiddenAfterMs = 1_000;

export type EventStreamOptions = {
  onEvent(event: MemberEvent): void;
  /** Called instead of any event, if the session is another member's than this page. */
  onOtherMember(): void;
  /** Called when the stream reconnects after a gap: the caller has to fetch what it missed. */
  onGap(): void;
  /** Called each time that the stream opens: the server can be reached. */
  onOpen?(): void;
};

/**
 * Listens to `/api/events.php`. The browser reconnects once, after the time that the server names; if that
 * fails too, this reopens the stream, after pauses that grow and differ: all members' pages wait for the same
 * server. A hidden page tells the server so by reopening the stream: the member then gets mails or pushes.
 * Becoming visible again counts as a gap. `isOpen` says whether events arrive; `close` stops listening.
 */
export function openEventStream({ onEvent, onOtherMember, onGap, onOpen }: EventStreamOptions): EventStream {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasOpen = false;
  let failures = 0;
  const onMessage = (message: MessageEvent<string>) => onEvent(JSON.parse(message.data));
  const open = () => {
    const { hidden } = document;
    const member = findShownMember();
    const query = new URLSearchParams({ ...(member !== undefined && { member }), ...(hidden && { hidden: "1" }) });
    source = new EventSource(`/api/events.php?${query}`);
    source.onmessage = onMessage;
    source.addEventListener(otherMemberEvent, () => {
      source?.close();
      onOtherMember();
    });
    source.onopen = () => {
      if (wasOpen && !hidden) onGap();
      wasOpen = true;
      failures = 0;
      onOpen?.();
    };
    source.onerror = () => {
      failures += 1;
      if (failures === 1 && source?.readyState !== EventSource.CLOSED) return;
      source?.close();
      const longest = Math.min(longestPauseMs, reopenAfterMs * 2 ** failures);
      timer = setTimeout(open, longest * (0.5 + Math.random() / 2));
    };
  };
  const reopen = () => {
    clearTimeout(timer);
    source?.close();
    // a page that is being left is hidden first; the delay keeps it from opening another stream
    if (document.hidden) timer = setTimeout(open, reopenHiddenAfterMs);
    else open();
  };
  open();
  document.addEventListener("visibilitychange", reopen);
  return {
    isOpen: () => source?.readyState === EventSource.OPEN,
    close() {
      document.removeEventListener("visibilitychange", reopen);
      clearTimeout(timer);
      source?.close();
    },
  };
}
