import { Expand, MessageSquareQuote, UserRound } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Image } from "#contract/profiles.ts";
import { photoIdOf } from "#contract/quote-ids.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { LockedPhoto } from "#web/member-parts/locked-photo.tsx";
import { PremiumBadge } from "#web/member-parts/marks.tsx";
import type { Blockable } from "#web/moderation/use-block-call.ts";
import { InspectionMark } from "#web/profiles/photos/inspection-mark.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import { TurnButtons, useDescribePhoto, useStrip } from "./turn-buttons.tsx";

const PhotoViewer = lazyPart(() => import("./photo-viewer.tsx"));

const sizes = "(min-width: 1200px) 450px, (min-width: 768px) 42vw, 100vw";

type Props = {
  name: string;
  /** The owner, for reporting the photos; null for the viewer's own. */
  member: Blockable | null;
  /** The page on which the viewer writes about a photo; undefined if they can't. */
  replyPath?: string | undefined;
  photos: readonly Image[];
  premium: boolean;
  /** Drawn over the photos: the label that says who answers. */
  children?: ReactNode;
};

type SlideProps = { image: Image; words: string; at: number; onOpen: () => void };

function Slide({ image, words, at, onOpen }: SlideProps) {
  const t = useTexts("members");
  const { locked } = image;
  const className = at === 0 ? "profile-photo shared-photo" : "profile-photo";
  if (locked !== null) {
    return (
      <LockedPhoto
        image={{ ...image, locked }}
        alt={words}
        sizes={sizes}
        eager={at === 0 && "first"}
        className={className}
      />
    );
  }
  return (
    <a
      href={image.filename}
      className="photo-open"
      aria-label={t("photos.enlarge", { photo: words })}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      <Photo image={image} alt="" sizes={sizes} eager={at === 0 && "first"} className={className} />
      <Expand aria-hidden className="photo-expand" />
    </a>
  );
}

function focusOn(strip: HTMLElement | null, at: number): void {
  strip?.children[at]?.querySelector<HTMLElement>("button, a")?.focus({ preventScroll: true });
}

/**
 * The viewer swipes it, or turns it by buttons or arrow keys; each photo opens full screen, without scripts as a file.
 */
export function PhotoStrip({ name, member, replyPath, photos, premium, children }: Props) {
  const t = useTexts("members");
  const strip = useRef<HTMLUListElement>(null);
  const hydrated = useHydrated();
  const total = photos.length;
  const { index, turnTo, wantedBy, onScroll } = useStrip(strip, total);
  const viewer = useOverlay("photos");
  const opened = viewer.shows === null ? null : Math.min(Number(viewer.shows) || 0, total - 1);
  const describePhoto = useDescribePhoto(name, total);
  const pendingFocus = useRef<number | null>(null);
  // move the focus only after the strip has scrolled: a slide can't have it before it is there
  useEffect(() => {
    if (pendingFocus.current === null) return;
    focusOn(strip.current, index);
    if (index === pendingFocus.current) pendingFocus.current = null;
  }, [index]);
  // when the viewer closes, by Back too, the strip shows the photo that was shown last
  const openedBefore = useRef<number | null>(null);
  useEffect(() => {
    const lastOpened = openedBefore.current;
    openedBefore.current = opened;
    if (opened !== null || lastOpened === null) return;
    strip.current?.scrollTo({ left: lastOpened * strip.current.clientWidth, behavior: "instant" });
    if (lastOpened === index) focusOn(strip.current, lastOpened);
    else pendingFocus.current = lastOpened;
  }, [opened, index]);

  if (total === 0) {
    return (
      <div className="relative overflow-hidden md:rounded-xl">
        <span className="photo no-photo profile-photo">
          <UserRound aria-hidden />
          <span className="sr-only">{t("photos.missing", { name })}</span>
        </span>
        {children}
      </div>
    );
  }
  const caption = photos[index]?.caption ?? "";
  return (
    <section aria-label={t("photos.all", { name })} className="relative overflow-hidden md:rounded-xl">
      <ul
        ref={strip}
        className="photo-strip"
        onScroll={onScroll}
        onKeyDown={(event) => {
          const slide = wantedBy(event);
          if (slide === null) return;
          event.preventDefault();
          const next = turnTo(slide);
          pendingFocus.current = next === index ? null : next;
        }}
      >
        {photos.map((image, at) => (
          // slides out of view can't get the keyboard focus; without scripts the strip can't tell which are
          <li key={image.filename} className="relative" inert={hydrated && at !== index}>
            {premium || image.status === "inspection" ? (
              <p className="strip-marks">
                {premium ? <PremiumBadge lock={image.locked} /> : null}
                {image.status === "inspection" ? <InspectionMark /> : null}
              </p>
            ) : null}
            <Slide image={image} words={describePhoto(image, at)} at={at} onOpen={() => viewer.open(String(at))} />
            {replyPath && image.locked === null ? (
              <Link
                to={`${replyPath}?${new URLSearchParams({ reply: photoIdOf(image) ?? "" })}`}
                className="photo-reply"
                aria-label={t("photos.reply")}
                title={t("photos.reply")}
              >
                <MessageSquareQuote aria-hidden className="size-5" />
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {total > 1 ? (
        <>
          <TurnButtons index={index} total={total} onTurn={turnTo} />
          <p aria-hidden="true" className="card-mark absolute end-3 bottom-3 tabular-nums">
            {index + 1} / {total}
          </p>
          <p role="status" className="sr-only">
            {t("photos.photo", { number: index + 1, total, name })}
          </p>
        </>
      ) : null}
      {caption === "" ? null : (
        <p aria-hidden="true" dir="auto" className="photo-caption">
          {caption}
        </p>
      )}
      {children}
      {opened === null ? null : (
        <Suspense fallback={null}>
          <PhotoViewer
            name={name}
            member={member}
            photos={photos}
            premium={premium}
            first={opened}
            onTurn={(at) => viewer.change(String(at))}
            onClose={viewer.close}
          />
        </Suspense>
      )}
    </section>
  );
}
