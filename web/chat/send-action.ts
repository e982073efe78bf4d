import { sendMessage } from "#contract/chat.ts";
import { newKey } from "#web/lib/api.ts";
import { createAction } from "#web/lib/page.ts";

/** The form is posted without scripts or before they ran. Its key makes a second press send nothing twice. */
export const sendAction = createAction(
  (call, { member = "", text = "", key = newKey(), credits, question, reply }) => {
    const seen = credits === undefined ? undefined : Number(credits);
    return call(sendMessage, { key, body: { member, text, credits: seen, question, reply } });
  },
  ({ conversation }) => `/chats/${conversation.id}`,
);
