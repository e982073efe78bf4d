import { MessageCircle } from "lucide-react";
import type { LikeType } from "#contract/likes.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { AutomaticLikeLine } from "#web/member-parts/marks.tsx";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { LikeButton } from "./like-button.tsx";
import type { ShownLike } from "./pick-likes.ts";
import { useLike } from "./use-like.ts";

/** A like in a list: the member, with a button to like back, to write, or to take the like back. */
export function LikedCard({ like, type, eager }: { like: ShownLike; type: LikeType; eager: boolean }) {
  const t = useTexts("likes");
  const { member } = like;
  const viewersLike = useLike(member, type !== "sent" || member.match);
  return (
    <MemberCard
      // if the like is new, "New" is shown for the like, and not for the member as well
      member={{
        ...member,
        liked: viewersLike.liked && type !== "sent",
        match: viewersLike.match,
        new: member.new && !like.like_new,
      }}
      to={`/likes/m/${member.id}`}
      eager={eager}
      mark={like.like_new ? <span className="card-mark card-mark-new">{t("new")}</span> : null}
    >
      {/* below the photo: with the label and "New" on it, a third mark would cover the face */}
      {member.automatic && type !== "sent" ? <AutomaticLikeLine /> : null}
      {viewersLike.match ? (
        <ButtonLink to={`/members/${member.id}/chat`} wide className="px-3">
          <MessageCircle aria-hidden className="size-5 shrink-0" />
          {t("write")}
        </ButtonLink>
      ) : (
        <LikeButton like={viewersLike} back={type !== "sent"} className="w-full px-3" />
      )}
    </MemberCard>
  );
}
