import { useCallback } from "react";
import { logOut } from "#contract/auth.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useCall } from "#web/lib/use-call.ts";
import { deleteTraces } from "#web/notifications/delete-traces.ts";

/**
 * Logs out and goes to the home page; no data of the member stays in this browser. `logOutHere` returns null if it
 * failed: then the member is still logged in, which the caller has to show.
 */
export function useLogOut() {
  const { run, pending, failure } = useCall(logOut);
  const { runWhileSessionEnds, continueTo } = useSession();
  const logOutHere = useCallback(
    () =>
      runWhileSessionEnds(() =>
        run({}, async () => {
          deleteTraces();
          await continueTo("/");
        }),
      ),
    [runWhileSessionEnds, continueTo, run],
  );
  return { logOutHere, pending, failure };
}
