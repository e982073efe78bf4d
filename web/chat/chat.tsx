import { getChat } from "#contract/chat.ts";
import { pageOf } from "#web/lib/page.ts";
import type { Route } from "./+types/chat.ts";
import { Beside } from "./beside.tsx";
import { Conversation } from "./conversation.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  const [user, thread] = await Promise.all([page.member(), page.load(getChat, { query: { conversation: params.id } })]);
  return { viewer: user.id, thread };
}

export default function Chat({ loaderData: { viewer, thread } }: Route.ComponentProps) {
  return (
    <Beside openId={thread.conversation?.id}>
      <Conversation key={thread.profile.id} viewer={viewer} loaded={thread} />
    </Beside>
  );
}
