import { Lock } from "lucide-react";
import type { Image } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { OutlineLink } from "#web/ui/button.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { SmallestBundle } from "./smallest-bundle.tsx";

type Locked = NonNullable<Image["locked"]>;

/** Why a photo is locked, in words. */
export function useExplainLock(): (lock: Locked) => string {
  const t = useTexts("photos.lock");
  const { free_photos: count } = useSettings();
  return (lock) => (lock === "limit" ? t("limit", { count }) : t(lock));
}

type Props = {
  image: Image & { locked: Locked };
  alt: string;
  sizes: string;
  eager?: boolean | "first";
  className?: string;
};

/** The blurred picture, why, and how to unlock it. Inside a link, as on a card, use `LockMark`. */
export function LockedPhoto({ image, alt, sizes, eager, className = "" }: Props) {
  const t = useTexts("photos.lock");
  const explainLock = useExplainLock();
  return (
    <div className={`relative ${className}`}>
      <Photo image={image} alt={t("alt", { photo: alt })} sizes={sizes} eager={eager ?? false} className="size-full" />
      <div className="photo-lock">
        <div className="photo-lock-words">
          <Lock aria-hidden className="size-6 text-primary-ink" />
          <p className="font-semibold leading-snug">{explainLock(image.locked)}</p>
          <OutlineLink to={image.locked === "age" ? "/profile#age" : "/premium"}>
            {t(image.locked === "age" ? "prove" : "see_premium")}
          </OutlineLink>
          {image.locked === "age" ? null : <SmallestBundle />}
        </div>
      </div>
    </div>
  );
}

export function LockMark({ lock }: { lock: Locked }) {
  const t = useTexts("photos.lock");
  const say = useExplainLock();
  return (
    <span className="photo-mark" title={say(lock)}>
      <Lock aria-hidden className="size-3.5 shrink-0" />
      {t(lock === "age" ? "mark_age" : "mark")}
    </span>
  );
}
