import { Heart, HeartHandshake, UserRound } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link, useViewTransitionState } from "react-router";
import type { Card, Image } from "#contract/profiles.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { IntroducedMark, MatchMark, PremiumOrLockMark } from "./marks.tsx";
import { isLabelled, MemberLabel } from "./member-label.tsx";
import { VerifiedLine } from "./verified-badge.tsx";

export function useShowsNote(): (note: "online" | "new" | "distance") => boolean {
  const { visible_profile_notes: visible } = useSettings();
  return (note) => visible.includes(note);
}

/** Empty if it is unknown, not shown, or beyond the last step, which would say nothing. */
export function useFormatDistance(): (distance: Card["distance"]) => string {
  const t = useTexts("members");
  const format = useFormat();
  const showsNote = useShowsNote();
  return (distance) => {
    if (distance === null || distance === "further" || !showsNote("distance")) return "";
    if (distance === 0) return t("card.same_town");
    return t("card.within", { distance: format.distance(distance) });
  };
}

/** Formats the place on a card: the town, and also the country if the viewer lives too far away to see a distance. */
export function useFormatPlace(): (card: Card) => string {
  const format = useFormat();
  const user = useMember();
  return ({ city, region_name, country, distance }) => {
    const isAbroad = user !== null && distance === "further" && country !== user.profile.country;
    const parts = [city || region_name];
    if (isAbroad) parts.push(format.country(country));
    return parts.filter((part) => part !== "").join(", ");
  };
}

/** What visitors see of a member. */
export const guestPath = (id: string) => `/members/${id}/card`;

/** A labelled member has neither: the label needs the space, and a program's presence means nothing. */
function Presence({ member }: { member: Card }) {
  const t = useTexts("members");
  const shows = useShowsNote();
  if (isLabelled(member)) return null;
  if (member.online && shows("online")) {
    return (
      <span className="card-mark">
        <span aria-hidden="true" className="online-dot" />
        {t("card.online")}
      </span>
    );
  }
  return member.new && shows("new") ? <span className="card-mark card-mark-fresh">{t("card.new")}</span> : null;
}

/** Match or like; the fictional label takes their space too. */
function LikeMark({ member }: { member: Card }) {
  const t = useTexts("members");
  if (member.fictional || !(member.match || member.liked)) return null;
  return member.match ? (
    <span className="card-mark card-mark-match">
      <HeartHandshake aria-hidden className="size-3.5" />
      {t("card.match")}
    </span>
  ) : (
    <span className="card-mark">
      <Heart aria-hidden className="size-3.5 fill-current text-primary-ink" />
      {t("card.liked")}
    </span>
  );
}

/** The marks on the photo: who answers (D11.1), then at most two, the more important first. */
function Marks({ member }: { member: Card }) {
  return (
    <>
      <MemberLabel member={member} />
      <LikeMark member={member} />
      {member.introduced ? <IntroducedMark /> : <Presence member={member} />}
    </>
  );
}

export function MarksBelow({ member }: { member: Card }) {
  return (
    <span className="card-marks-below">
      <PremiumOrLockMark member={member} />
      <MatchMark percentage={member.match_percentage} className="ms-auto" />
    </span>
  );
}

type PhotoProps = Omit<ComponentProps<typeof Photo>, "image" | "alt"> & { image: Image | null; none?: string };

/** The main photo of a card, whose link says the name; `none`: classes of what replaces a missing one. */
export function CardPhoto({ image, none = "", ...rest }: PhotoProps) {
  if (image !== null) return <Photo image={image} alt="" {...rest} />;
  return (
    <span className={`photo no-photo ${none}`}>
      <UserRound aria-hidden />
    </span>
  );
}

export const NameAndAge = ({ member, className }: { member: Card; className: string }) => (
  <span className={`block ${className}`}>
    <strong>
      <bdi>{member.name}</bdi>
    </strong>
    , {member.age}
  </span>
);

type Props = {
  member: Card;
  /** The card's link, if it is not the member's profile. */
  to?: string | undefined;
  /** Loads the photo at once, for the first row. */
  eager?: boolean | "first";
  mark?: ReactNode;
  children?: ReactNode;
};

/** A member in a list: photo, name, age, town, distance, like or match. Plain elements, as lists are a hot path. */
export function MemberCard({ member, to: other, eager = false, mark, children }: Props) {
  const path = useMember() === null ? guestPath(member.id) : `/members/${member.id}`;
  const to = other ?? path;
  const distance = useFormatDistance()(member.distance);
  const place = useFormatPlace()(member);
  // this photo turns into the profile's by a view transition, and back again
  const opening = useViewTransitionState(to);
  return (
    <li className="member-card">
      <Link to={to} state={{ opens: member }} className="card-link" data-member={member.id} viewTransition>
        <span className="relative block">
          <CardPhoto
            image={member.main_image}
            sizes="(min-width: 1200px) 215px, (min-width: 992px) 220px, (min-width: 768px) 225px, 50vw"
            eager={eager}
            className={opening ? "shared-photo aspect-4/5" : "aspect-4/5"}
          />
          <span className="card-marks">
            {mark}
            <Marks member={member} />
          </span>
          <MarksBelow member={member} />
        </span>
        <span className="card-words">
          <NameAndAge member={member} className="leading-tight" />
          <VerifiedLine member={member} />
          {place === "" ? null : <span className="card-place">{place}</span>}
          {distance === "" ? null : <span className="card-place">{distance}</span>}
        </span>
      </Link>
      {children === undefined ? null : <div className="card-actions">{children}</div>}
    </li>
  );
}
