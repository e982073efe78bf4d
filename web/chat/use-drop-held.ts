import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteMessage } from "#contract/chat.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { refreshLive } from "#web/lib/live-queries.ts";
import { type Failed, failed } from "#web/lib/use-call.ts";
import { type Thread, withoutMessage } from "./thread.ts";

type Options = { update: (change: (thread: Thread) => Thread) => void; refetch: () => void };

/** Deletes messages that wait for a confirmation (D6.3): here at once, then on the server, whose thread counts. */
export function useDropHeld({ update, refetch }: Options) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failed | null>(null);
  /** Answers whether it is gone. */
  const drop = async (id: string): Promise<boolean> => {
    setFailure(null);
    update((thread) => withoutMessage(thread, id));
    try {
      await call(deleteMessage, { body: { message: id } });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFailure(failed(error));
      return false;
    } finally {
      // also what was asked for before it was gone, and brings it back
      refetch();
      refreshLive(client, "chats");
    }
    return true;
  };
  return { drop, failure };
}
