import { deleteMemberTraces } from "#web/lib/traces.ts";
import { releaseDevice } from "#web/notifications/device-push.ts";

/** Deletes what this browser holds of the member who leaves, and ends the pushes to it. */
export function deleteTraces(): void {
  deleteMemberTraces();
  void releaseDevice();
}
