import { Coins, Heart, MessageCircle, UserRound } from "lucide-react";
import { Link } from "react-router";
import type { Writing } from "#contract/chat.ts";
import type { Card, Image } from "#contract/profiles.ts";
import { creditsPath } from "#web/credits/return-to.ts";
import { WriteNeeds } from "#web/credits/write-needs.tsx";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { IntroducedMark, PremiumBadge } from "#web/member-parts/marks.tsx";
import { MemberNote } from "#web/member-parts/member-note.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { useSeeLike } from "./use-see-like.ts";

const reducedMotion = "(prefers-reduced-motion: reduce)";

/** The two photos move together, once, in less than half a second; with reduced motion they do not move. */
function meet(photos: HTMLDivElement | null): void {
  if (matchMedia(reducedMotion).matches) return;
  const [mine, heart, theirs] = photos?.children ?? [];
  const slide = (from: string) => [{ transform: `translateX(${from})`, opacity: 0 }, {}];
  const timing = { duration: 420, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" };
  mine?.animate(slide("-2rem"), timing);
  theirs?.animate(slide("2rem"), timing);
  heart?.animate(
    [{ transform: "scale(0)" }, { transform: "scale(0)", offset: 0.5 }, { transform: "scale(1.15)", offset: 0.85 }, {}],
    { ...timing, duration: 600 },
  );
}

function Face({ image }: { image: Image | null }) {
  if (image !== null) return <Photo image={image} alt="" sizes="128px" eager className="match-photo" />;
  return (
    <span className="match-photo inline-flex items-center justify-center bg-tint text-primary-ink">
      <UserRound aria-hidden className="size-1/2" />
    </span>
  );
}

type Props = {
  member: Card;
  writing: Writing;
  onClose: () => void;
};

/**
 * Announces a match, and offers to write or to see the profile. If the two were introduced, or a program
 * sent one of the likes, it does not claim that both liked by themselves. The label says who answers.
 */
export default function MatchDialog({ member, writing, onClose }: Props) {
  const t = useTexts("likes");
  const ownProfile = useMember()?.profile;
  const { id, name, introduced, automatic } = member;
  // the other's like was news until here
  useSeeLike(id, true);
  const likedKey = automatic ? "match.automatic" : "match.text";
  const mayWrite = writing === "open" || writing === "none_left";
  const textKey = introduced ? "match.introduced" : likedKey;
  return (
    <Dialog open closesOnClick onClose={onClose} title={t("match.title")}>
      <div className="flex flex-col items-center text-center">
        <div ref={meet} className="flex items-center justify-center">
          <Face image={ownProfile?.main_image ?? null} />
          <span className="z-1 -mx-4 inline-flex size-11 items-center justify-center rounded-full bg-primary text-on-primary">
            <Heart aria-hidden className="size-6 fill-current" />
          </span>
          <Link
            to={`/members/${id}`}
            className="rounded-full"
            onClick={onClose}
            aria-label={t("introduction.photo", { name })}
          >
            <Face image={member.main_image} />
          </Link>
        </div>
        {introduced ? <IntroducedMark className="mt-4 text-sm" /> : null}
        {member.premium && !member.fictional ? (
          <PremiumBadge lock={member.main_image?.locked ?? null} className="mt-4" />
        ) : null}
        <p className="mt-4 text-lg wrap-anywhere">{t(textKey, { name })}</p>
        <MemberNote member={member} className="mt-4" />
        <div className="mt-6 flex w-full flex-col gap-2.5">
          {writing === "open" ? (
            <ButtonLink to={`/members/${id}/chat`} wide onClick={onClose}>
              <MessageCircle aria-hidden className="size-5 shrink-0" />
              {t("match.write", { name })}
            </ButtonLink>
          ) : null}
          {writing === "none_left" ? (
            <ButtonLink to={creditsPath(`/members/${id}/chat`)} wide onClick={onClose}>
              <Coins aria-hidden className="size-5 shrink-0" />
              {t("needs_credits")}
            </ButtonLink>
          ) : null}
          <WriteNeeds member={member} writing={writing} />
          <ButtonLink to={`/members/${id}`} look={mayWrite ? "outline" : "primary"} wide onClick={onClose}>
            {t("match.profile")}
          </ButtonLink>
          <Button look="quiet" wide onClick={onClose}>
            {t("match.later")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
