import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation } from "react-router";
import type { MemberEvent } from "#contract/events.ts";
import { useAttachmentWords } from "#web/chat/attachment-words.ts";
import { chatsQuery } from "#web/lib/live-queries.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { useToast } from "#web/ui/toast.tsx";

/**
 * Shows a toast for a message whose chat is not open. Likes and matches have `LikeOrMatchNotice`. Fetches the chats
 * first, because only they tell whether the name needs its label (D11.1).
 */
export function useEventToasts(): (event: MemberEvent) => Promise<void> {
  const chat = useTexts("chat");
  const account = useTexts("account");
  const { signup_credits: gift, message_credits: price } = useSettings();
  const attachmentWords = useAttachmentWords();
  const toast = useToast();
  const client = useQueryClient();
  const { pathname } = useLocation();
  return useCallback(
    async (event) => {
      if (event.type === "confirmed") {
        const { delivered, undelivered } = event;
        // an open chat shows this itself
        if (delivered > 0 && !pathname.startsWith("/chats")) {
          const paid = delivered * price;
          const spent = paid > 0 && gift > 0 ? account("activate.gift_spent", { count: gift, paid }) : undefined;
          toast({ title: chat("toast.delivered", { count: delivered }), text: spent, to: "/chats" });
        }
        if (undelivered > 0) {
          toast({ title: chat("toast.undelivered", { count: undelivered }), tone: "bad", to: "/chats" });
        }
      }
      if (event.type !== "message") return;
      if ([`/chats/${event.conversation}`, `/members/${event.from}/chat`].includes(pathname)) return;
      const ask = () => client.fetchQuery(chatsQuery);
      // another message during the request cancels it, so it is repeated once
      const chats = await ask()
        .catch(ask)
        .catch(() => []);
      const entry = chats.find(({ conversation }) => conversation.id === event.conversation);
      if (entry === undefined) return;
      const { author_kind, text, name, attachment } = event;
      const carried = attachment && attachmentWords(attachment, false, name);
      const written = text === "" ? undefined : text;
      toast({
        title: carried ?? chat("toast.message", { name }),
        label: <MemberLabel member={entry.profile} />,
        text: author_kind === "member" ? written : chat(`row.${author_kind}`, { text: written ?? carried ?? "" }),
        to: `/chats/${event.conversation}`,
      });
    },
    [chat, account, attachmentWords, gift, price, toast, client, pathname],
  );
}
