import { Bot, HandHeart } from "lucide-react";
import type { Card } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { FictionalLabel } from "./fictional-label.tsx";

type Labelled = Pick<Card, "fictional" | "automatic">;

export const isLabelled = ({ fictional, automatic }: Labelled): boolean => fictional || automatic;

/**
 * D11.1: the label that says who answers, wherever a member appears: a fictional profile, or a program. Renders nothing
 * for real members.
 */
export function MemberLabel({ member, className = "" }: { member: Labelled; className?: string }) {
  // a catalog that each page has
  const t = useTexts("shell");
  if (member.fictional) return <FictionalLabel className={className} />;
  if (!member.automatic) return null;
  return (
    <span className={`automatic-label ${className}`}>
      <Bot aria-hidden className="size-[1.2em] shrink-0" />
      <span className="min-w-0">{t("automatic_label")}</span>
    </span>
  );
}

/** D11.1: the member's like was sent by a program. */
export function AutomaticLikeMark({ className = "" }: { className?: string }) {
  const t = useTexts("likes");
  return (
    <span className={`card-mark ${className}`}>
      <Bot aria-hidden className="size-3.5 shrink-0" />
      {t("automatic_like")}
    </span>
  );
}

/** The same, below a card. */
export function AutomaticLikeLine() {
  const t = useTexts("likes");
  return (
    <p className="flex w-full items-center gap-1.5 text-muted text-xs">
      <Bot aria-hidden className="size-3.5 shrink-0" />
      {t("automatic_like")}
    </p>
  );
}

/** D5.3: the service introduced the two, so one of their likes was not given by hand. */
export function IntroducedMark({ className = "" }: { className?: string }) {
  const t = useTexts("likes");
  return (
    <span className={`card-mark ${className}`}>
      <HandHeart aria-hidden className="size-3.5 shrink-0" />
      {t("introduced")}
    </span>
  );
}
