import { Heart, HeartHandshake } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import type { getMember } from "#contract/members.ts";
import { GiftAction } from "#web/chat/gifts/gift-button.tsx";
import { WriteLink } from "#web/chat/write-link.tsx";
import { WriteNeeds } from "#web/credits/write-needs.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { LikeButton } from "#web/likes/like-button.tsx";
import { useLike } from "#web/likes/use-like.ts";
import { useWhySilent } from "#web/member-parts/use-why-silent.ts";
import { Chip } from "#web/ui/chip.tsx";

type Props = {
  member: AnswerOf<typeof getMember>;
  /** What stands between the two main actions, which a phone keeps at its lower edge, and the rest. */
  children: ReactNode;
};

export function ProfileActions({ member, children }: Props) {
  const { profile, conversations_left: left, writing } = member;
  const isOutside = writing === "outside";
  const t = useTexts("members");
  const navigate = useNavigate();
  const like = useLike(profile, profile.likes_you);
  const begins = !member.have_chatted;
  const silence = useWhySilent({ begins });
  const introducedKey = profile.fictional ? "profile.introduced_fictional" : "profile.introduced";
  const likesYouKey = profile.automatic ? "profile.likes_you_automatic" : "profile.likes_you";
  const matchKey = profile.automatic ? "profile.match_automatic" : "profile.match";
  return (
    <>
      <div className="profile-actions mt-4">
        <div className="profile-buttons">
          <LikeButton id={profile.id} like={like} back={profile.likes_you} className={isOutside ? "grow" : ""} />
          {isOutside ? null : <WriteLink id={profile.id} opens={member.have_chatted} writing={writing} />}
        </div>
        <WriteNeeds member={profile} {...{ writing, begins }} className="mt-2 text-center md:text-start" />
      </div>
      {children}
      {like.match || profile.likes_you ? (
        <p className="mt-4">
          {like.match ? (
            <Chip tone="tint" icon={<HeartHandshake aria-hidden className="size-4" />}>
              {t(profile.introduced ? "profile.match_introduced" : matchKey)}
            </Chip>
          ) : (
            <Chip tone="tint" icon={<Heart aria-hidden className="size-4 fill-current" />}>
              {t(profile.introduced ? introducedKey : likesYouKey, { name: profile.name })}
            </Chip>
          )}
        </p>
      ) : null}
      {/* a gift is a message: what keeps the viewer from it stands with the buttons */}
      {writing === "closed" || isOutside || silence !== null ? null : (
        <p className="mt-4">
          <GiftAction
            member={profile}
            left={left}
            onSent={({ conversation }) => navigate(`/chats/${conversation.id}`)}
          />
        </p>
      )}
    </>
  );
}
