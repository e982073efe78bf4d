import { useRef } from "react";
import { useLocation } from "react-router";
import { onLoggedOut } from "#web/lib/call.ts";
import { isSessionEnding, markSessionEnded, useSession } from "#web/lib/root-data.ts";
import { useListen } from "#web/lib/use-listen.ts";
import { useOnUnmount } from "#web/lib/use-on-unmount.ts";

/** On a member's page: reacts once if a call finds the member logged out, even if other calls are pending (R6.09). */
export function useLoginAfterLogout(): void {
  const { continueTo } = useSession();
  const { pathname, search } = useLocation();
  const leaving = useRef(false);
  useListen(onLoggedOut, async () => {
    if (leaving.current || isSessionEnding()) return;
    leaving.current = true;
    await continueTo(`/login?next=${encodeURIComponent(pathname + search)}`);
  });
  useOnUnmount(markSessionEnded);
}
