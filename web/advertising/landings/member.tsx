import { UserRound } from "lucide-react";
import type { Card } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { isLabelled, MemberLabel } from "#web/member-parts/member-label.tsx";
import { Photo } from "#web/ui/photo.tsx";

type Props = { member: Card; className?: string };

/** The one photo that visitors see. It is the page's main content, so it is fetched first. */
export function MainPhoto({ member, sizes, className = "" }: Props & { sizes: string }) {
  const { name, main_image } = member;
  if (main_image !== null)
    return <Photo image={main_image} alt={name} sizes={sizes} eager="first" className={className} />;
  return (
    <span className={`photo no-photo ${className}`}>
      <UserRound aria-hidden />
    </span>
  );
}

/** A name may be written from right to left, and may have thirty letters without a gap. */
export function MemberHeading({ member, className, placeClass }: Props & { placeClass: string }) {
  const { name, age, city, region_name } = member;
  const place = city || region_name;
  return (
    <>
      <h1 className={`wrap-anywhere ${className}`}>
        <bdi>{name}</bdi>, {age}
      </h1>
      {place === "" ? null : <p className={placeClass}>{place}</p>}
      <MemberLabel member={member} className="mt-2" />
    </>
  );
}

/** Explains the member's label before the visitor writes; renders nothing for members without one. */
export function LabelNotice({ member, className = "" }: Props) {
  const t = useTexts("landings");
  if (!isLabelled(member)) return null;
  const words = t(member.automatic ? "automatic" : "fictional", { name: member.name });
  return <p className={`text-sm wrap-anywhere ${className}`}>{words}</p>;
}
