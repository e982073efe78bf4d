import { useLiveEvent } from "#web/lib/live-state.ts";

/** The members that this tab is blocking now. The tab shows the result itself and ignores the live event. */
export const blocking = new Set<string>();

/** Reacts if a block or a deleted account hides a member, except for blocks made in this tab. */
export function useMemberHidden(memberId: string, onGone: () => void): void {
  useLiveEvent((event) => {
    if (event.type === "member_hidden" && event.member === memberId && !blocking.has(memberId)) onGone();
  });
}
