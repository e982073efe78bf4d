import { X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { ChatPhoto } from "#contract/attachments.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { SafetyButtons } from "#web/moderation/safety-buttons.tsx";
import { photoSources } from "#web/ui/photo-sources.ts";
import { usePartner } from "./partner.ts";

const asWebp = (address: string) => address;
const asJpeg = (address: string) => address.replace(/\.webp$/, ".jpg");

type Props = { image: ChatPhoto; alt: string; mine: boolean; onClose: () => void };

/** A photo on the full screen, in the browser's own dialog; Escape closes it. A received one can be reported. */
export default function FullPhoto({ image, alt, mine, onClose }: Props) {
  const shell = useTexts("shell");
  const partner = usePartner();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    // the close button gets the focus, not the report button
    close.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="photo-viewer"
      aria-label={alt}
      onClose={(event) => {
        // the close event of the report dialog bubbles up to this one
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="photo-viewer-top">
        <span className="ms-auto flex">
          {mine || partner === null ? null : (
            <SafetyButtons about={{ member: partner, subject: "photo", image }} className="photo-viewer-close" />
          )}
        </span>
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
      <div className="flex min-h-0 grow items-center justify-center pb-[env(safe-area-inset-bottom)]">
        <picture className="contents">
          <source type="image/webp" srcSet={photoSources(image, asWebp)} sizes="100vw" />
          <img
            src={asJpeg(image.filename)}
            srcSet={photoSources(image, asJpeg)}
            sizes="100vw"
            alt={alt}
            width={image.width}
            height={image.height}
            decoding="async"
            className="photo-whole"
          />
        </picture>
      </div>
    </dialog>
  );
}
