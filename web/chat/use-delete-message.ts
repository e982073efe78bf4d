import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteMessage } from "#contract/chat.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { refreshLive } from "#web/member-parts/live-queries.ts";
import { type Thread, withoutMessage } from "./thread.ts";

type Options = { update: (change: (thread: Thread) => Thread) => void; refetch: () => void };

/** Deletes held messages and takes sent ones back: in the page at once, then on the server, whose thread counts. */
export function useDeleteMessage({ update, refetch }: Options) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<FormFailure | null>(null);
  /** Returns true if the message is deleted. */
  const deleteOwn = async (id: string): Promise<boolean> => {
    setFailure(null);
    update((thread) => withoutMessage(thread, id));
    try {
      await call(deleteMessage, { body: { message: id } });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFailure(toFailure(error));
      return false;
    } finally {
      // cancels a request that began before the deletion: its answer would bring the message back
      refetch();
      refreshLive(client, "chats");
    }
    return true;
  };
  return { deleteMessage: deleteOwn, failure };
}
