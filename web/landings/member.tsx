import { UserRound } from "lucide-react";
import type { Card } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { FictionalLabel } from "#web/member-parts/fictional-label.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { useLandingTexts } from "./texts.tsx";

type Props = { member: Card; className?: string };

/** The one photo that visitors see. It is the page's main content, so it is fetched first. */
export function MainPhoto({ member, sizes, className = "" }: Props & { sizes: string }) {
  const { name, main_image } = member;
  if (main_image !== null) return <Photo image={main_image} alt={name} sizes={sizes} eager className={className} />;
  return (
    <span className={`photo no-photo ${className}`}>
      <UserRound aria-hidden />
    </span>
  );
}

/**
 * The member's name, age and place, and the label of a fictional profile (D11.1). A name may be written from right to
 * left, and may have thirty letters without a gap.
 */
export function MemberHeading({ member, className, placeClass }: Props & { placeClass: string }) {
  const { name, age, city, region_name, fictional } = member;
  const place = city || region_name;
  return (
    <>
      <h1 className={`wrap-anywhere ${className}`}>
        <bdi>{name}</bdi>, {age}
      </h1>
      {place === "" ? null : <p className={placeClass}>{place}</p>}
      {fictional ? <FictionalLabel className="mt-2" /> : null}
    </>
  );
}

/** What the label of a fictional profile means, shown before the visitor writes (D11.1). */
export function FictionalNotice({ member: { name, fictional }, className = "" }: Props) {
  const t = useLandingTexts();
  const { name: site } = useSettings();
  return fictional ? <p className={`text-sm wrap-anywhere ${className}`}>{t("fictional", { name, site })}</p> : null;
}
