import { useRef } from "react";
import type { Image } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { LockedPhoto } from "#web/member-parts/locked-photo.tsx";
import { PremiumBadge } from "#web/member-parts/marks.tsx";
import { PhotoDialog, WholePicture } from "#web/moderation/photo-dialog.tsx";
import type { Blockable } from "#web/moderation/use-block-call.ts";
import { TurnButtons, useDescribePhoto, useStrip } from "./turn-buttons.tsx";

type Props = {
  name: string;
  /** The owner, to report the photos or block the member from here; null for the viewer's own. */
  member: Blockable | null;
  photos: readonly Image[];
  premium: boolean;
  first: number;
  onTurn: (at: number) => void;
  onClose: () => void;
};

function WholePhoto({ image, words, near }: { image: Image; words: string; near: boolean }) {
  const { locked } = image;
  if (locked !== null) {
    return (
      <LockedPhoto
        image={{ ...image, locked }}
        alt={words}
        sizes="100vw"
        className="aspect-4/5 max-h-full w-full max-w-lg overflow-hidden rounded-lg"
      />
    );
  }
  return <WholePicture image={image} alt={words} loading={near ? "eager" : "lazy"} />;
}

/** The photos full screen. Swipes and keys turn them. */
export default function PhotoViewer({ name, member, photos, premium, first, onTurn, onClose }: Props) {
  const t = useTexts("members");
  const strip = useRef<HTMLUListElement>(null);
  const total = photos.length;
  const { index, turnTo, wantedBy, onScroll } = useStrip(strip, total, first, onTurn);
  const describePhoto = useDescribePhoto(name, total);
  // rotating the device must not change the photo
  useEvents("resize", () => turnTo(index, "instant"));
  const current = photos[index];
  const caption = current?.caption ?? "";

  return (
    <PhotoDialog
      label={t("photos.all", { name })}
      about={member !== null && current ? { member, subject: "photo", image: current } : null}
      top={
        <>
          <p aria-hidden="true" className="font-semibold tabular-nums">
            {total > 1 ? `${index + 1} / ${total}` : null}
          </p>
          <p role="status" className="sr-only">
            {t("photos.photo", { number: index + 1, total, name })}
          </p>
          {premium ? <PremiumBadge lock={current?.locked ?? null} className="ms-3" /> : null}
        </>
      }
      onOpened={() => turnTo(first, "instant")}
      onKeyDown={(event) => {
        const slide = wantedBy(event);
        if (slide === null) return;
        event.preventDefault();
        turnTo(slide);
      }}
      onClose={onClose}
    >
      <ul
        ref={strip}
        className="photo-strip photo-viewer-strip"
        tabIndex={total > 1 ? 0 : undefined}
        aria-label={t("photos.photo", { number: index + 1, total, name })}
        onScroll={onScroll}
      >
        {photos.map((image, at) => (
          // slides out of view can't get the keyboard focus
          <li key={image.filename} inert={at !== index}>
            <WholePhoto image={image} words={describePhoto(image, at)} near={Math.abs(at - index) < 2} />
          </li>
        ))}
      </ul>
      {total > 1 ? <TurnButtons index={index} total={total} onTurn={turnTo} /> : null}
      <p dir="auto" className="photo-viewer-caption">
        {caption}
      </p>
    </PhotoDialog>
  );
}
