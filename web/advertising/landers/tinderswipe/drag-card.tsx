import { useLayoutEffect, useRef } from "react";
import { endDrag } from "#web/search/swipe/card-motion.ts";
import { useCardDrag } from "#web/search/swipe/use-card-drag.ts";
import type { CardProps } from "./card.tsx";

/** A card that a finger answers: the gesture of the swipe game. */
export function DragCard({ place, onAnswer, children }: CardProps) {
  const card = useRef<HTMLElement>(null);
  useCardDrag(card, place === 0, (to) => onAnswer(to === "like" ? "yes" : "no"));
  useLayoutEffect(() => {
    // the style sheet moves the card out, from the point where the finger released it
    if (card.current && typeof place === "string") {
      endDrag(card.current);
      card.current.style.removeProperty("transform");
    }
  }, [place]);
  return (
    <article ref={card} className="swipe-card" data-place={place} inert={place !== 0}>
      {children}
    </article>
  );
}
