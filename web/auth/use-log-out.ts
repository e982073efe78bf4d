import { useCallback } from "react";
import { logOut } from "#contract/auth.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useCall } from "#web/lib/use-call.ts";

/** Logs out and goes to the home page; no data of the member stays in this browser. */
export function useLogOut() {
  const { run, pending, failure } = useCall(logOut);
  const { runWhileSessionEnds, continueTo } = useSession();
  const logOutHere = useCallback(
    () =>
      runWhileSessionEnds(async () => {
        // visitors' pages don't load this code. It is loaded before the logout: once the session has ended, no data of
        // the member may stay
        const { deleteTraces } = await import("#web/notifications/delete-traces.ts");
        if (!(await run({}))) return;
        deleteTraces();
        await continueTo("/");
      }),
    [runWhileSessionEnds, continueTo, run],
  );
  return { logOutHere, pending, failure };
}
