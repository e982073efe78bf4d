import { useCallback } from "react";
import { logOut } from "#contract/auth.ts";
import { deleteLocalMessages } from "#web/chat/local-messages.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useCall } from "#web/lib/use-call.ts";
import { releaseDevice } from "#web/notifications/device-push.ts";

/** Logs out and goes to the home page; no data of the member stays in this browser. */
export function useLogOut() {
  const { run, pending, failure } = useCall(logOut);
  const { leave, goOn } = useSession();
  const logOutHere = useCallback(
    () =>
      leave(async () => {
        if (!(await run({}))) return;
        deleteLocalMessages();
        void releaseDevice();
        await goOn("/");
      }),
    [leave, goOn, run],
  );
  return { logOutHere, pending, failure };
}
