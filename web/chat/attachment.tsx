import { useQueryClient } from "@tanstack/react-query";
import type { Attachment } from "#contract/attachments.ts";
import { GiftInChat } from "#web/chat/gifts/gift-in-chat.tsx";
import { PhotoInChat } from "#web/chat/photos/photo-in-chat.tsx";
import { showGiftOpened } from "./chats-cache.ts";

export type AttachmentProps = {
  /** The message's id. */
  id: string;
  attachment: Attachment;
  mine: boolean;
  /** The partner's name. */
  name: string;
};

/** A message's attachment, rendered by the feature of its kind. The bubble shows the text below it, if there is one. */
export function AttachmentView({ attachment, ...rest }: AttachmentProps) {
  const client = useQueryClient();
  switch (attachment.kind) {
    case "gift":
      return <GiftInChat gift={attachment} {...rest} onOpened={() => showGiftOpened(client, rest.id)} />;
    case "photo":
      return <PhotoInChat photo={attachment} {...rest} />;
  }
}
