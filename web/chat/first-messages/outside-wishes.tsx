import { Sparkles } from "lucide-react";
import type { UnmetWish } from "#contract/first-messages.ts";
import type { Card } from "#contract/profiles.ts";
import { CannotWrite } from "#web/chat/cannot-write.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { LikeButton } from "#web/likes/like-button.tsx";
import { useLike } from "#web/likes/use-like.ts";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";

type Props = { viewer: string; partner: Card; unmet: readonly UnmetWish[] };

/** Replaces the field if the other member asks for something else in a first message: says what, and likes. */
export function OutsideWishes({ viewer, partner, unmet }: Props) {
  const t = useTexts("first-messages");
  const chat = useTexts("chat");
  // a member who likes the viewer lets them write
  const like = useLike(partner, false);
  return (
    <CannotWrite
      viewer={viewer}
      partner={partner.id}
      icon={<Sparkles className="size-5" />}
      title={t("unmet.title")}
      actions={
        <>
          <LikeButton id={partner.id} like={like} back={false} page={`/members/${partner.id}`} />
          {unmet.includes("town") ? <ButtonLink to="/profile#home">{t("unmet.add_town")}</ButtonLink> : null}
          {unmet.includes("verified") ? (
            <ButtonLink to="/profile#verification">{t("unmet.get_verified")}</ButtonLink>
          ) : null}
          <OutlineLink to="/chats">{chat("title")}</OutlineLink>
        </>
      }
    >
      <p>{t("unmet.text")}</p>
      <p className="mt-1.5 text-muted text-sm">{t("unmet.why")}</p>
      <ul className="list-disc ps-5 text-sm">
        {unmet.map((wish) => (
          <li key={wish}>{t(`unmet.${wish}`)}</li>
        ))}
      </ul>
    </CannotWrite>
  );
}
