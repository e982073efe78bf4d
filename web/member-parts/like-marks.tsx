import { Bot, HandHeart } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";

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
