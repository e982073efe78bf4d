import { useCallback } from "react";
import { useLocation } from "react-router";
import type { MemberEvent } from "#contract/events.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useToast } from "#web/ui/toast.tsx";

/** A short notice of a message where its chat is not open; the badges tell the same. Likes and matches: `MatchNotice`. */
export function useEventToasts(): (event: MemberEvent) => void {
  const t = useTexts("shell");
  const toast = useToast();
  const { pathname } = useLocation();
  return useCallback(
    (event) => {
      if (event.type === "message") {
        const open = [`/chats/${event.conversation}`, `/members/${event.from}/chat`].includes(pathname);
        if (!open)
          toast({
            title: t("toast.message", { name: event.name }),
            text: event.text,
            to: `/chats/${event.conversation}`,
          });
      }
    },
    [t, toast, pathname],
  );
}
