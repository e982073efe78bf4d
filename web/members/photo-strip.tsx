import { ChevronLeft, ChevronRight, UserRound } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { Image } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Photo } from "#web/ui/photo.tsx";

type Props = {
  name: string;
  photos: readonly Image[];
  /** What stands on the photos: the fictional label. */
  children?: ReactNode;
};

/** A member's photos beside each other: swiped, turned by buttons, or by the arrow keys while the strip has the focus. */
export function PhotoStrip({ name, photos, children }: Props) {
  const t = useTexts("members");
  const strip = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);
  const total = photos.length;
  const turnTo = (wanted: number) => {
    const element = strip.current;
    const next = Math.max(0, Math.min(total - 1, wanted));
    element?.scrollTo({ left: next * element.clientWidth });
  };

  if (total === 0) {
    return (
      <div className="relative overflow-hidden md:rounded-xl">
        <span className="photo no-photo">
          <UserRound aria-hidden />
          <span className="sr-only">{t("photos.missing", { name })}</span>
        </span>
        {children}
      </div>
    );
  }
  return (
    <section aria-label={t("photos.all", { name })} className="relative overflow-hidden md:rounded-xl">
      <ul
        ref={strip}
        className="photo-strip"
        tabIndex={total > 1 ? 0 : undefined}
        aria-label={t("photos.photo", { number: index + 1, total, name })}
        onScroll={({ currentTarget }) => setIndex(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
        onKeyDown={(event) => {
          if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
          event.preventDefault();
          turnTo(index + (event.key === "ArrowRight" ? 1 : -1));
        }}
      >
        {photos.map((image, at) => (
          <li key={image.filename}>
            <Photo
              image={image}
              alt={t("photos.photo", { number: at + 1, total, name })}
              sizes="(min-width: 1200px) 450px, (min-width: 768px) 42vw, 100vw"
              eager={at === 0}
              className="profile-photo"
            />
          </li>
        ))}
      </ul>
      {total > 1 ? (
        <>
          <button
            type="button"
            className="photo-turn start-3"
            aria-label={t("photos.previous")}
            aria-disabled={index === 0 || undefined}
            onClick={() => turnTo(index - 1)}
          >
            <ChevronLeft aria-hidden className="size-6" />
          </button>
          <button
            type="button"
            className="photo-turn end-3"
            aria-label={t("photos.next")}
            aria-disabled={index === total - 1 || undefined}
            onClick={() => turnTo(index + 1)}
          >
            <ChevronRight aria-hidden className="size-6" />
          </button>
          <p aria-hidden="true" className="card-mark absolute end-3 bottom-3 tabular-nums">
            {index + 1} / {total}
          </p>
          <p role="status" className="sr-only">
            {t("photos.photo", { number: index + 1, total, name })}
          </p>
        </>
      ) : null}
      {children}
    </section>
  );
}
