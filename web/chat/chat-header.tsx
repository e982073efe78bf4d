import { ArrowLeft, EllipsisVertical, MapPin, UserRound } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import type { Card } from "#contract/profiles.ts";
import type { TalkOnChat } from "#contract/talks.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useIsOffline } from "#web/lib/use-is-offline.ts";
import { MatchMark } from "#web/member-parts/marks.tsx";
import { isLabelled, MemberLabel } from "#web/member-parts/member-label.tsx";
import { useBlock, useReport } from "#web/moderation/use-dialogs.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { TalkButton } from "./talk/talk-button.tsx";
import { useRemoveDialog } from "./use-remove-dialog.tsx";

type Props = {
  profile: Card;
  conversationId: string | undefined;
  typing: boolean;
  promise: AnswerPromise | null;
  talk: TalkOnChat;
  onTalkChanged: () => void;
};

export function ChatHeader({ profile, conversationId, typing, promise, talk, onTalkChanged }: Props) {
  const t = useTexts("chat");
  const navigate = useNavigate();
  const { id, name, age, city, online, main_image, match_percentage } = profile;
  // nothing is known of the other one without a connection
  const offline = useIsOffline();
  const page = `/members/${id}`;
  const removal = useRemoveDialog({ name, promiseWaits: promise?.state === "waiting" }, () =>
    navigate("/chats", { state: { remove: conversationId } }),
  );
  const block = useBlock(profile, "/chats");
  // before the address is confirmed there are only held messages, and no chat
  const isChat = useMember()?.status === "active" && conversationId !== undefined;
  const report = useReport({ member: profile, subject: isChat ? "chat" : "profile" }, "/chats");
  return (
    <header className="@container flex items-center gap-1 border-line border-b bg-card px-1 py-1.5 md:px-4">
      <Link to="/chats" className="icon-button lg:hidden" aria-label={t("header.back")}>
        <ArrowLeft aria-hidden className="size-5 rtl:rotate-180" />
      </Link>
      <Link to={page} className="flex min-h-12 min-w-0 grow items-center gap-3 rounded-md px-2 hover:bg-tint">
        {/* with very large letters there is no room for the picture, only for the text */}
        <span className="@max-[18rem]:hidden">
          <Avatar image={main_image} />
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-2 leading-tight">
            <span className="truncate font-bold @max-[18rem]:whitespace-normal">
              <bdi>{name}</bdi>, {age}
            </span>
            <MatchMark percentage={match_percentage} className="shrink-0" />
          </span>
          <span className="flex flex-wrap items-center gap-x-2 text-muted text-sm leading-tight">
            {isLabelled(profile) ? (
              <MemberLabel member={profile} />
            ) : (
              <span className="truncate empty:hidden">{city}</span>
            )}
            {/* the presence of a program means nothing, and the label needs the line */}
            {online && !offline && !typing && !isLabelled(profile) ? (
              <span className="text-secondary-ink">{t("header.online")}</span>
            ) : null}
            {typing ? <span className="font-medium text-secondary-ink italic">{t("header.typing")}</span> : null}
            <span className="sr-only">{t("header.view_profile")}</span>
          </span>
        </span>
      </Link>
      {isChat ? <TalkButton member={profile} talk={talk} onChanged={onTalkChanged} /> : null}
      <Menu
        label={t("header.more")}
        trigger={<EllipsisVertical aria-hidden className="size-5" />}
        entries={[
          { label: t("header.view_profile"), icon: <UserRound aria-hidden className="size-5" />, to: page },
          // behind an invented profile there is no one to meet
          ...(isLabelled(profile)
            ? []
            : [{ label: t("header.share_date"), icon: <MapPin aria-hidden className="size-5" />, to: `/dates/${id}` }]),
          ...(conversationId === undefined ? [] : [removal.entry]),
          report.entry,
          block.entry,
        ]}
      />
      {removal.dialog}
      {report.dialog}
      {block.dialog}
    </header>
  );
}
