import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import type { DeckCard } from "#contract/swipe.ts";
import { useTexts } from "#web/lib/texts.tsx";
import {
  CardPhoto,
  MarksBelow,
  NameAndAge,
  useFormatDistance,
  useFormatPlace,
} from "#web/member-parts/member-card.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { useFactWords, useFormatHeight } from "#web/profiles/use-fact-words.ts";
import { withDots } from "#web/ui/dot.tsx";
import { animateIn, animateOut, endDrag } from "./card-motion.ts";
import type { Direction } from "./gesture-rules.ts";
import { useCardDrag } from "./use-card-drag.ts";

/** Which card of the stack it is, the top one first; or the side to which it leaves. */
export type Place = 0 | 1 | 2 | Direction;

type Props = {
  member: DeckCard;
  place: Place;
  /** The side from which it comes back, if it left before. */
  returns: Direction | undefined;
  onSwipe: (to: Direction) => boolean;
  onLeft: (id: string) => void;
  onOpen: () => void;
};

/** Where a member lives, as a card of the deck says it: the place and the distance. */
export function useWhere(): (member: DeckCard) => string[] {
  const formatPlace = useFormatPlace();
  const formatDistance = useFormatDistance();
  return (member) => [formatPlace(member), formatDistance(member.distance)].filter((part) => part !== "");
}

/** More would not fit a low screen. */
const maxFacts = 3;

/** What decides, in a few words: what the member is looking for, then the facts they gave. */
function useDecidingFacts({ goals, children, smoking, height }: DeckCard): string[] {
  const t = useTexts("facts");
  const words = useFactWords();
  const formatHeight = useFormatHeight();
  const answer = (fact: "children" | "smoking", code: string | null) =>
    code === null ? "" : t("filter.one", { field: t(`field.${fact}`), answer: words(fact, code) });
  const facts = [
    goals.map((goal) => words("goals", goal)).join(", "),
    answer("children", children),
    answer("smoking", smoking),
    height === null ? "" : formatHeight(height),
  ];
  return facts.filter((fact) => fact !== "").slice(0, maxFacts);
}

/** A card of the deck. The whole card is the link to the profile; only the top one can be used. */
export function SwipeCard({ member, place, returns, onSwipe, onLeft, onOpen }: Props) {
  const t = useTexts("swipe");
  const where = useWhere()(member);
  const facts = useDecidingFacts(member);
  const card = useRef<HTMLDivElement>(null);
  const { id } = member;
  const leaves = typeof place === "string";
  useCardDrag(card, place === 0, onSwipe);

  useLayoutEffect(() => {
    const element = card.current;
    if (element === null || !leaves) return;
    const animation = animateOut(element, place);
    // not an event: a slow phone draws the deck after the card has left. The cleanup's cancel rejects it
    animation.finished.then(
      () => onLeft(id),
      () => {},
    );
    return () => {
      animation.cancel();
      endDrag(element);
    };
  }, [place, leaves, id, onLeft]);
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null || returns === undefined) return;
    const animation = animateIn(element, returns);
    return () => animation.cancel();
  }, [returns]);
  // decode the next pictures before their cards are on top
  useLayoutEffect(() => {
    const picture = card.current?.querySelector("img");
    // a picture that can't be decoded shows its preview
    picture?.decode().catch(() => {});
  }, []);

  return (
    <div
      ref={card}
      className="swipe-card"
      data-place={place}
      data-swipe={id}
      inert={place !== 0}
      aria-hidden={place !== 0 || undefined}
    >
      <Link to={`/members/${id}`} state={{ opens: member }} className="swipe-link" draggable={false} onClick={onOpen}>
        <span className="relative block min-h-0 grow">
          <CardPhoto
            image={member.main_image}
            sizes="(min-width: 576px) 384px, 90vw"
            eager={place === 0 ? "first" : false}
            className="size-full"
            none="size-full"
          />
          <span className="card-marks">
            <MemberLabel member={member} />
          </span>
          <MarksBelow member={member} />
          <span aria-hidden="true" data-stamp="like" className="swipe-stamp swipe-stamp-like">
            {t("stamp.like")}
          </span>
          <span aria-hidden="true" data-stamp="pass" className="swipe-stamp swipe-stamp-pass">
            {t("stamp.pass")}
          </span>
        </span>
        <span className="swipe-words">
          <NameAndAge member={member} className="text-xl leading-tight" />
          <span className="card-place">{withDots(where)}</span>
          {facts.length === 0 ? null : <span className="swipe-facts">{withDots(facts)}</span>}
          {member.about === "" ? null : (
            <span dir="auto" className="swipe-about">
              {member.about}
            </span>
          )}
        </span>
      </Link>
    </div>
  );
}
