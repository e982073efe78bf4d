import { defineFeature } from "#server/feature.ts";
import { deleteConversation } from "./conversation-store.ts";
import { memberData } from "./member-data.ts";
import { messagesNews } from "./news.ts";
import { chatRoutes } from "./routes.ts";

export type { NewAttachment } from "./attachments.ts";
export { findConversationsLeft } from "./conversation-store.ts";
export { type ChatLine, copyConversation, findConversationOf } from "./copy-conversation.ts";
export { type Delivery, deliverHeld, lockDelivery } from "./deliver-held.ts";
export { holdMessage } from "./hold-message.ts";
export { createPresence, type Presence } from "./presence.ts";
export { readChat } from "./read-chat.ts";
export { heldLimit } from "./rules.ts";
export { sendMessage } from "./send-message.ts";

export const chat = defineFeature({
  routes: chatRoutes,
  memberData,
  news: [messagesNews],
  hooks: { memberBlocked: deleteConversation },
});
