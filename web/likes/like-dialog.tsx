import { Heart, MapPin } from "lucide-react";
import { Link } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { PremiumBadge } from "#web/member-parts/marks.tsx";
import { MemberNote } from "#web/member-parts/member-note.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { useLike } from "./use-like.ts";

type Props = {
  member: Card;
  onClose: () => void;
  /** Run if the main image, or the button below it, leads to the profile. */
  onView: () => void;
};

/**
 * The new-like modal (R2.18). If the like is an introduction or a program's, it says that the like was
 * sent automatically. The label says who answers.
 */
export default function LikeDialog({ member, onClose, onView }: Props) {
  const t = useTexts("likes");
  const like = useLike(member, true);
  const { id, name, age, city, fictional, automatic, introduced, main_image } = member;
  return (
    <Dialog open closesOnClick onClose={onClose} title={t(introduced ? "introduction.title" : "toast.like", { name })}>
      <div className="flex flex-col items-center text-center">
        {main_image === null ? null : (
          <Link
            to={`/members/${id}`}
            className="like-photo"
            onClick={onView}
            aria-label={t("introduction.photo", { name })}
          >
            <Photo image={main_image} alt="" sizes="224px" eager className="aspect-4/5" />
          </Link>
        )}
        {member.premium && !fictional ? <PremiumBadge lock={main_image?.locked ?? null} className="mt-4" /> : null}
        <p className="mt-4 font-bold text-lg">
          {name}, {age}
        </p>
        {city === "" ? null : (
          <p className="flex items-center gap-1.5 text-muted">
            <MapPin aria-hidden className="size-4 shrink-0" />
            {city}
          </p>
        )}
        {introduced && !fictional ? <p className="mt-3">{t("introduction.text", { name })}</p> : null}
        {introduced || automatic ? <p className="mt-1 text-muted text-sm">{t("introduction.automatic")}</p> : null}
        {introduced ? null : <p className="mt-3">{t("new_like")}</p>}
        <MemberNote member={member} className="mt-4" />
        <div className="mt-6 flex w-full flex-col gap-2.5">
          <ButtonLink to={`/members/${id}`} wide onClick={onView}>
            {t("match.profile")}
          </ButtonLink>
          <Button
            look="outline"
            wide
            onClick={() => {
              like.toggle();
              onClose();
            }}
          >
            <Heart aria-hidden className="size-5 shrink-0" />
            {t("like_back")}
          </Button>
          <Button look="quiet" wide onClick={onClose}>
            {t("introduction.later")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
