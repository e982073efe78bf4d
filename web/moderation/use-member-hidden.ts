import { useLiveEvent } from "#web/lib/live-state.ts";
import { blocking } from "./blocking.ts";

/**
 * Calls `onGone` when a block or a deleted account has hidden a member from the viewer, except for blocks made in this
 * tab.
 */
export function useMemberHidden(memberId: string, onGone: () => void): void {
  useLiveEvent((event) => {
    if (event.type === "member_hidden" && event.member === memberId && !blocking.includes(memberId)) onGone();
  });
}
