import { defineFeature } from "#server/feature.ts";
import { deleteConversation } from "./conversation-store.ts";
import { memberData } from "./member-data.ts";
import { messagesNews } from "./news.ts";
import { chatRoutes } from "./routes.ts";

export type { AttachmentContext, NewAttachment } from "./attachments.ts";
export { findChattedWith, findConversationsLeft } from "./conversation-store.ts";
export { type ChatLine, copyConversation, findConversationOf, findMessageFrom } from "./copy-conversation.ts";
export { type Delivery, deliverHeld, lockDelivery } from "./deliver-held.ts";
export { countHeld } from "./held-store.ts";
export { holdMessage } from "./hold-message.ts";
export { createPresence, type Presence } from "./presence.ts";
export { readChat } from "./read-chat.ts";
export { requireParties } from "./require-parties.ts";
export { assertLength, heldLimit, mutedError } from "./rules.ts";
export { findSent, type SendContext, type Sent, sendMessage } from "./send-message.ts";

export const chat = defineFeature({
  routes: chatRoutes,
  memberData,
  news: [messagesNews],
  hooks: { memberBlocked: deleteConversation },
});
