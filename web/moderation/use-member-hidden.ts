import { useLiveEvent } from "#web/lib/live-state.ts";
import { blocking } from "./blocking.ts";

/**
 * Calls `onGone` when everything between the viewer and a member has been deleted, except by a block made in this tab.
 */
export function useMemberHidden(memberId: string, onGone: () => void): void {
  useLiveEvent((event) => {
    if (event.type === "member_hidden" && event.member === memberId && !blocking.includes(memberId)) onGone();
  });
}
