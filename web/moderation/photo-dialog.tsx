import { X } from "lucide-react";
import { Fragment, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { asJpeg, asWebp, photoSources } from "#web/ui/photo-sources.ts";
import type { ReportAbout } from "./report-about.ts";
import { useBlock, useReport } from "./use-dialogs.tsx";

type Props = {
  label: string;
  /** The photo, to be reported, or its owner blocked, with one press; null for the viewer's own. */
  about: ReportAbout | null;
  /** Beside the buttons. */
  top: ReactNode;
  onOpened?: () => void;
  /** Not for keys of a dialog above this one. */
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Photos on the full screen, in the browser's own dialog; Escape closes it. */
export function PhotoDialog({ label, about, top, onOpened, onKeyDown, onClose, children }: Props) {
  const t = useTexts("shell");
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    // not on the report button
    close.current?.focus();
    onOpened?.();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="photo-viewer"
      aria-label={label}
      // events of the report dialog bubble up to this one
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      onKeyDown={(event) => {
        if (event.target instanceof Element && event.target.closest("dialog") === dialog.current) onKeyDown?.(event);
      }}
    >
      <div className="photo-viewer-top">
        {top}
        {about === null ? null : (
          <span className="ms-auto flex">
            <SafetyButtons about={about} />
          </span>
        )}
        <button
          ref={close}
          type="button"
          className="photo-viewer-close"
          aria-label={t("close")}
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden className="size-6" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

function SafetyButtons({ about }: { about: ReportAbout }) {
  const actions = [useReport(about), useBlock(about.member, undefined, `block-${about.subject}`)];
  return (
    <>
      {actions.map(({ entry }) => (
        <button
          key={String(entry.label)}
          type="button"
          className="photo-viewer-close"
          aria-label={String(entry.label)}
          title={String(entry.label)}
          onClick={entry.onSelect}
        >
          {entry.icon}
        </button>
      ))}
      {actions.map(({ entry, dialog }) => (
        <Fragment key={String(entry.label)}>{dialog}</Fragment>
      ))}
    </>
  );
}

type Picture = Parameters<typeof photoSources>[0] & { height: number };
type PictureProps = { image: Picture; alt: string; loading?: "eager" | "lazy" };

/** An uncropped photo, as large as the screen allows. */
export function WholePicture({ image, alt, loading }: PictureProps) {
  return (
    <picture className="contents">
      <source type="image/webp" srcSet={photoSources(image, asWebp)} sizes="100vw" />
      <img
        src={asJpeg(image.filename)}
        srcSet={photoSources(image, asJpeg)}
        sizes="100vw"
        alt={alt}
        loading={loading}
        width={image.width}
        height={image.height}
        decoding="async"
        className="photo-whole"
      />
    </picture>
  );
}
