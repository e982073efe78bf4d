import { releaseDevice } from "#web/notifications/device-push.ts";
import { deleteLocalMessages } from "./local-messages.ts";

/** Deletes what this browser holds of the member who leaves: unsent messages, drafts, and the push subscription. */
export function deleteTraces(): void {
  deleteLocalMessages();
  void releaseDevice();
}
