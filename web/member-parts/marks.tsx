import { Bot, Crown, HandHeart, Lock } from "lucide-react";
import type { Card, Image } from "#contract/profiles.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { LockMark } from "./locked-photo.tsx";

type Props = {
  /** Why the badge's photo is locked; left out if it is on no photo. */
  lock?: Image["locked"];
  className?: string;
};

/** Marks a premium member: a shape of its own, the word, and the lock if the photo is locked. */
export function PremiumBadge({ lock = null, className = "" }: Props) {
  const t = useTexts("photos.lock");
  return (
    <span className={`premium-badge ${className}`}>
      <Crown aria-hidden className="size-3.5 shrink-0" />
      {t("badge")}
      {lock === null ? null : (
        <>
          {" "}
          <span className="sr-only">{t(lock === "age" ? "mark_age" : "mark")}</span>
          <Lock aria-hidden className="ms-0.5 size-3.5 shrink-0" />
        </>
      )}
    </span>
  );
}

/** The premium badge, which also shows a lock, or the lock alone: a proof of age opens it, Premium does not. */
export function PremiumOrLockMark({ member }: { member: Card }) {
  const lock = member.main_image?.locked ?? null;
  if (member.premium && !member.fictional && lock !== "age") return <PremiumBadge lock={lock} />;
  return lock === null ? null : <LockMark lock={lock} />;
}

/** A small mark with the match percentage; renders nothing if it is unknown. */
export function MatchMark({ percentage, className = "" }: { percentage: number | null; className?: string }) {
  const t = useTexts("members");
  const format = useFormat();
  if (percentage === null) return null;
  const percent = format.percent(percentage / 100);
  return (
    <span className={`match-mark ${className}`}>
      <span aria-hidden="true">{percent}</span>
      <span className="sr-only">{t("card.percent", { percent })}</span>
    </span>
  );
}

/** Says that a program sent the member's like. */
export function AutomaticLikeMark() {
  const t = useTexts("likes");
  return (
    <span className="card-mark">
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

/** Says that the service introduced the two, so one of their likes was not given by hand. */
export function IntroducedMark({ className = "" }: { className?: string }) {
  const t = useTexts("likes");
  return (
    <span className={`card-mark ${className}`}>
      <HandHeart aria-hidden className="size-3.5 shrink-0" />
      {t("introduced")}
    </span>
  );
}
