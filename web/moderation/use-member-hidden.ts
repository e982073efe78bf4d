import { useLiveEvent } from "#web/lib/live-state.ts";
import { blocking } from "./blocking.ts";

/** Hears that whatever was between the viewer and a member is deleted, but for a block that is made in this very tab. */
export function useMemberHidden(memberId: string, onGone: () => void): void {
  useLiveEvent((event) => {
    if (event.type === "member_hidden" && event.member === memberId && !blocking.isHere(memberId)) onGone();
  });
}
