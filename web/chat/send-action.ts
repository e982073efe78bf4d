import { sendMessage } from "#contract/chat.ts";
import { newKey } from "#web/lib/api.ts";
import { createAction } from "#web/lib/page.ts";

/** Without scripts or before they ran. The form's key makes a second press send nothing twice (R7.03). */
export const sendAction = createAction(
  (call, { member = "", text = "", key = newKey(), credits }) =>
    call(sendMessage, { key, body: { member, text, credits: credits === undefined ? undefined : Number(credits) } }),
  ({ conversation }) => `/chats/${conversation.id}`,
);
