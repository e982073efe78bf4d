import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteMessage } from "#contract/chat.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { type FormFailure, toFailure } from "#web/lib/use-call.ts";
import { refreshLive } from "#web/member-parts/live-queries.ts";
import { type Thread, withoutMessage } from "./thread.ts";

type Options = { update: (change: (thread: Thread) => Thread) => void; refetch: () => void };

/** Deletes held messages and takes sent ones back: in the page at once, then on the server, whose thread counts. */
export function useDeleteMessage({ update, refetch }: Options) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<FormFailure | null>(null);
  /** Returns the credits that came back; null if the message could not be deleted. */
  const deleteOwn = async (id: string): Promise<number | null> => {
    setFailure(null);
    update((thread) => withoutMessage(thread, id));
    try {
      const { credits } = await call(deleteMessage, { key: newKey(), body: { message: id } });
      return credits;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFailure(toFailure(error));
      return null;
    } finally {
      // cancels a request that began before the deletion: its answer would bring the message back
      refetch();
      refreshLive(client, "chats");
    }
  };
  return { deleteMessage: deleteOwn, failure };
}
