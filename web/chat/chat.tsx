import { getChat, readChat } from "#contract/chat.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import { type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import type { Route } from "./+types/chat.ts";
import { chatAction } from "./chat-action.ts";
import { ChatWithList } from "./chat-with-list.tsx";
import { Conversation } from "./conversation.tsx";

export const handle: ScreenHandle = {
  who: "members",
  texts: [
    "age",
    "answer-promise",
    "chat",
    "chat.composer",
    "chat-photos",
    "credits",
    "first-messages",
    "gifts",
    "moderation.advice",
    "moderation.menu",
    "voice",
    "voice.player",
  ],
  daily: "writing",
  bar: "none",
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const { searchParams } = new URL(request.url);
  const target = searchParams.get("message") ?? undefined;
  const reply = searchParams.get("reply") || undefined;
  const query = { conversation: params.id, message: target || undefined, reply };
  const [user, thread] = await Promise.all([page.member(), page.load(getChat, { query })]);
  if (thread.num_unread_messages > 0 && isOpened(request)) await markRead(page, params.id);
  return { viewer: user.id, thread, target, sendKey: newKey() };
}

/** True for a document that the member opens; false for data of a page with scripts, and for what is loaded ahead. */
const isOpened = ({ headers }: Request) =>
  headers.get("accept")?.includes("text/html") === true &&
  headers.get("sec-purpose") === null &&
  headers.get("purpose") === null;

/** Marks the chat as read, because without scripts no page does so later (R4.17). A failure leaves it unread. */
async function markRead({ call }: Page, id: string): Promise<void> {
  try {
    await call(readChat, { body: { conversation: { id } } });
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
  }
}

export const action = chatAction;

export default function Chat({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, thread, target, sendKey } = loaderData;
  return (
    <ChatWithList openId={thread.conversation?.id}>
      <Conversation
        key={`${thread.profile.id} ${target}`}
        viewer={viewer}
        loaded={thread}
        sendKey={sendKey}
        posted={actionData}
        target={target}
      />
    </ChatWithList>
  );
}
