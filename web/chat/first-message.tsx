import { redirect, useNavigate } from "react-router";
import { getChat } from "#contract/chat.ts";
import type { Card } from "#contract/profiles.ts";
import { giftQuery } from "#web/credits/return-to.ts";
import { newKey } from "#web/lib/api.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { isLabelled } from "#web/member-parts/member-label.tsx";
import { useWhySilent } from "#web/member-parts/use-why-silent.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import type { Route } from "./+types/first-message.ts";
import { QuestionsToAnswer } from "./answer-note.tsx";
import { chatAction } from "./chat-action.ts";
import { ChatWithList } from "./chat-with-list.tsx";
import { Conversation } from "./conversation.tsx";
import { OddsNote } from "./first-messages/odds-note.tsx";

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
    "first-messages.odds",
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
  const reply = searchParams.get("reply") || undefined;
  const [user, thread] = await Promise.all([
    page.member(),
    page.load(getChat, { query: { member: params.id, reply } }),
  ]);
  if (thread.conversation !== null) {
    const query = new URLSearchParams();
    if (reply) query.set("reply", reply);
    if (searchParams.has(giftQuery)) query.set(giftQuery, "1");
    throw redirect(`/chats/${thread.conversation.id}${query.size > 0 ? `?${query}` : ""}`);
  }
  const questionId = searchParams.get("question") ?? undefined;
  return { viewer: user.id, thread, questionId, sendKey: newKey() };
}

export const action = chatAction;

/** The text about the match: it does not claim that both liked by themselves if they did not. */
function findMatchKey({ introduced, automatic }: Pick<Card, "introduced" | "automatic">) {
  if (introduced) return "first.match_introduced";
  return automatic ? "first.match_automatic" : "first.match";
}

export default function FirstMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, thread, questionId, sendKey } = loaderData;
  const t = useTexts("chat");
  const navigate = useNavigate();
  const { id, name, main_image, match } = thread.profile;
  const isOutside = thread.unmet_wishes.length > 0;
  const isSilenced = useWhySilent({ begins: true }) !== null;
  return (
    <ChatWithList openId={undefined}>
      <Conversation
        key={id}
        viewer={viewer}
        loaded={thread}
        sendKey={sendKey}
        posted={actionData}
        questionId={questionId}
        onSent={({ conversation }) =>
          navigate(`/chats/${conversation.id}`, { replace: true, state: { writing: true } })
        }
        intro={(left) => (
          <div className="flex flex-col items-center px-4 py-4 text-center md:py-8">
            {/* the header shows the same photo, and a low phone has room for the words only */}
            <div className="mb-3 [@media(height<44rem)]:hidden">
              <Avatar image={main_image} size="large" />
            </div>
            {match ? <p className="mb-2 font-semibold text-primary-ink">{t(findMatchKey(thread.profile))}</p> : null}
            {isLabelled(thread.profile) || isOutside || isSilenced || left === 0 ? null : (
              <p className="max-w-sm text-muted">{t("first.text", { name })}</p>
            )}
            <OddsNote odds={thread.answer_odds} className="mt-2 text-start text-sm" />
            {left && !isOutside && !isSilenced ? (
              <p className="mt-2 max-w-sm text-muted text-sm">{t("first.limit", { count: left })}</p>
            ) : null}
            {isOutside || isSilenced || left === 0 || questionId !== undefined ? null : (
              <QuestionsToAnswer questions={thread.questions} />
            )}
          </div>
        )}
      />
    </ChatWithList>
  );
}
