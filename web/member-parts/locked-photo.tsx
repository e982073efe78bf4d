import { Lock } from "lucide-react";
import { Link } from "react-router";
import type { Image } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Photo } from "#web/ui/photo.tsx";

type Locked = NonNullable<Image["locked"]>;

/** Why a photo is locked, in words (R6.04, R6.06). */
export function useLockWords(): (lock: Locked) => string {
  const t = useTexts("photos");
  const { free_photos: count } = useSettings();
  return (lock) => (lock === "premium" ? t("lock.premium") : t("lock.limit", { count }));
}

type Props = {
  image: Image & { locked: Locked };
  /** Which photo of whom it is: "Photo 4 of 6 of Eva". */
  alt: string;
  sizes: string;
  eager?: boolean;
  /** The frame's shape and width. */
  className?: string;
};

/**
 * A photo that the viewer may not see, where there is room for words: its blurred picture, why it is locked, and what
 * opens it. Where it is part of a link, as on a card, there is `LockMark`.
 */
export function LockedPhoto({ image, alt, sizes, eager, className = "" }: Props) {
  const t = useTexts("photos");
  const say = useLockWords();
  return (
    <div className={`relative ${className}`}>
      <Photo
        image={image}
        alt={t("lock.alt", { photo: alt })}
        sizes={sizes}
        eager={eager ?? false}
        className="size-full"
      />
      <div className="photo-lock">
        <div className="photo-lock-words">
          <Lock aria-hidden className="size-6 text-primary-ink" />
          <p className="font-semibold leading-snug">{say(image.locked)}</p>
          <Link to="/credits" className="link inline-flex min-h-11 items-center">
            {t("lock.open")}
          </Link>
        </div>
      </div>
    </div>
  );
}

/** On a blurred photo that is part of a link: the lock with a few words. */
export function LockMark({ lock }: { lock: Locked }) {
  const t = useTexts("photos");
  const say = useLockWords();
  return (
    <span className="photo-mark" title={say(lock)}>
      <Lock aria-hidden className="size-3.5 shrink-0" />
      {t("lock.mark")}
    </span>
  );
}
