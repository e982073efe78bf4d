import { deleteMessage, sendMessage } from "#contract/chat.ts";
import { type Reaction, reactToMessage } from "#contract/reactions.ts";
import { newKey } from "#web/lib/api.ts";
import { createAction, pageOf } from "#web/lib/page.ts";

/**
 * What the forms of a chat post without scripts or before they ran, each by its fields: a new message, whose key makes
 * a second press send nothing twice; a message that is taken back; a reaction, which is empty if it is taken away.
 */
export const chatAction = createAction(
  async (call, fields, { context }) => {
    const { message = "", member = "", reaction } = fields;
    if (fields.do === "take_back") {
      await call(deleteMessage, { body: { message } });
      // this address needs no conversation: it may have been the only message
      return `/members/${encodeURIComponent(member)}/chat`;
    }
    if (reaction !== undefined) {
      // the server rejects any other
      await call(reactToMessage, { body: { message, reaction: reaction === "" ? null : (reaction as Reaction) } });
      return `${pageOf(context).path}#message-${encodeURIComponent(message)}`;
    }
    const { text = "", key = newKey(), question, reply } = fields;
    const credits = fields.credits === undefined ? undefined : Number(fields.credits);
    const sent = await call(sendMessage, { key, body: { member, text, credits, question, reply } });
    return `/chats/${sent.conversation.id}`;
  },
  (next) => next,
);
