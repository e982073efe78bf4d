import { X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { Image } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { LockedPhoto } from "#web/member-parts/locked-photo.tsx";
import { PremiumBadge } from "#web/member-parts/marks.tsx";
import { SafetyButtons } from "#web/moderation/safety-buttons.tsx";
import type { Blockable } from "#web/moderation/use-block-call.ts";
import { photoSources } from "#web/ui/photo-sources.ts";
import { TurnButtons, useDescribePhoto, useStrip } from "./turn-buttons.tsx";

const asWebp = (address: string) => address.replace(/\.jpg$/, ".webp");
const asJpeg = (address: string) => address.replace(/\.webp$/, ".jpg");

type Props = {
  name: string;
  /** The owner, to report the photos or block the member from here (D11.2); null for the viewer's own. */
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
  return (
    <picture className="contents">
      <source type="image/webp" srcSet={photoSources(image, asWebp)} sizes="100vw" />
      <img
        src={asJpeg(image.filename)}
        srcSet={photoSources(image, asJpeg)}
        sizes="100vw"
        alt={words}
        width={image.width}
        height={image.height}
        loading={near ? "eager" : "lazy"}
        decoding="async"
        className="photo-whole"
      />
    </picture>
  );
}

/** The photos full screen, in the browser's own dialog. Swipes and keys turn them; Escape closes it. */
export default function PhotoViewer({ name, member, photos, premium, first, onTurn, onClose }: Props) {
  const t = useTexts("members");
  const shell = useTexts("shell");
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const total = photos.length;
  const { index, turnTo, wantedBy, onScroll } = useStrip(strip, total, first);
  const describePhoto = useDescribePhoto(name, total);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the photo that was tapped
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    // not on the report button
    close.current?.focus();
    turnTo(first, "instant");
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each turn, before Escape can be pressed
  useLayoutEffect(() => onTurn(index), [index]);
  // rotating the device must not change the photo
  useEvents("resize", () => turnTo(index, "instant"));
  const current = photos[index];
  const caption = current?.caption ?? "";

  return (
    <dialog
      ref={dialog}
      className="photo-viewer"
      aria-label={t("photos.all", { name })}
      onClose={(event) => {
        // the close event of the report dialog bubbles up to this one
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={(event) => {
        // the report dialog handles its own arrow keys
        const isOwnKey = event.target instanceof Element && event.target.closest("dialog") === dialog.current;
        const wanted = isOwnKey ? wantedBy(event) : null;
        if (wanted === null) return;
        event.preventDefault();
        turnTo(wanted);
      }}
    >
      <div className="photo-viewer-top">
        <p aria-hidden="true" className="font-semibold tabular-nums">
          {total > 1 ? `${index + 1} / ${total}` : null}
        </p>
        <p role="status" className="sr-only">
          {t("photos.photo", { number: index + 1, total, name })}
        </p>
        {premium ? <PremiumBadge lock={current?.locked ?? null} className="ms-3" /> : null}
        {member !== null && current ? (
          <span className="ms-auto">
            <SafetyButtons about={{ member, subject: "photo", image: current }} className="photo-viewer-close" />
          </span>
        ) : null}
        <button
          ref={close}
          type="button"
          className="photo-viewer-close"
          aria-label={shell("close")}
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden className="size-6" />
        </button>
      </div>
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
    </dialog>
  );
}
