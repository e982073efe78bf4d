import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation } from "react-router";
import type { MemberEvent } from "#contract/events.ts";
import { useAttachmentWords } from "#web/chat/attachment-words.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { chatsQuery } from "#web/member-parts/live-queries.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { useToast } from "#web/ui/toast.tsx";

/** Shows a toast if its chat is not open. It reads the chats first: only they tell whether the name needs its label. */
export function useEventToasts(): (event: MemberEvent) => Promise<void> {
  const chat = useTexts("chat.toast");
  const navigation = useTexts("navigation");
  const { signup_credits: giftCredits, message_credits: price } = useSettings();
  const attachmentWords = useAttachmentWords();
  const toast = useToast();
  const client = useQueryClient();
  const { pathname } = useLocation();
  const { confirms } = useScreen();
  return useCallback(
    async (event) => {
      if (event.type === "confirmed") {
        const { delivered, undelivered } = event;
        // an open chat shows this itself, as does the page of the link that confirms
        if (delivered > 0 && !pathname.startsWith("/chats") && !confirms) {
          const paid = delivered * price;
          const spent =
            paid > 0 && giftCredits > 0 ? navigation("gift_spent", { count: giftCredits, paid }) : undefined;
          toast({ title: chat("delivered", { count: delivered }), text: spent, to: "/chats" });
        }
        if (undelivered > 0) {
          toast({ title: chat("undelivered", { count: undelivered }), tone: "bad", to: "/chats" });
        }
      }
      if (event.type !== "message") return;
      if ([`/chats/${event.conversation}`, `/members/${event.from}/chat`].includes(pathname)) return;
      const fetchChats = () => client.fetchQuery(chatsQuery);
      // another message during the request cancels it, so it is repeated once
      const chats = await fetchChats()
        .catch(fetchChats)
        .catch(() => []);
      const entry = chats.find(({ conversation }) => conversation.id === event.conversation);
      if (entry === undefined) return;
      const { author_kind, text, name, attachment } = event;
      const attachmentText = attachment && attachmentWords(attachment, false, name);
      const messageText = text === "" ? undefined : text;
      toast({
        title: attachmentText ?? chat("message", { name }),
        label: <MemberLabel member={entry.profile} />,
        text: author_kind === "member" ? messageText : chat(author_kind, { text: messageText ?? attachmentText ?? "" }),
        to: `/chats/${event.conversation}`,
      });
    },
    [chat, navigation, attachmentWords, giftCredits, price, toast, client, pathname, confirms],
  );
}
