import type { ReactNode } from "react";
import type { Answer } from "./questions.ts";

export type CardProps = {
  /** Its place on the stack, the top one first; or the side to which it leaves. */
  place: number | "like" | "pass";
  /** Called when the card was swiped; returns false if the card has to come back. */
  onAnswer: (answer: Answer) => boolean;
  children: ReactNode;
};

/** A card without the gesture: only the buttons answer it. */
export function PlainCard({ place, children }: CardProps) {
  return (
    <article className="swipe-card" data-place={place} inert={place !== 0}>
      {children}
    </article>
  );
}
