import { useEffect, useRef } from "react";
import { preload } from "react-dom";
import type { Image } from "#contract/profiles.ts";
import { asJpeg, asWebp, decodeBase64, meanColor, photoSources } from "./photo-sources.ts";

type Props = {
  image: Pick<Image, "filename" | "card_filename" | "thumb_filename" | "width" | "height" | "thumbhash">;
  alt: string;
  /** The `sizes` of the picture: how wide it is shown at which width of the page. */
  sizes: string;
  /** Fetched at once. The very first picture competes with the styles, so a page has one. */
  eager?: boolean | "first";
  className?: string;
};

/** Draws the rough preview, unless the photo is there first. Its script is loaded once the page is hydrated. */
async function drawPreview(canvas: HTMLCanvasElement, thumbhash: string, stillWanted: () => boolean): Promise<void> {
  const { thumbHashToRGBA } = await import("thumbhash");
  if (!stillWanted()) return;
  const { w, h, rgba } = thumbHashToRGBA(decodeBase64(thumbhash));
  canvas.width = w;
  canvas.height = h;
  canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
}

/** The class gives its shape (`aspect-4/5`), so that nothing moves; until it arrives: mean colour, rough preview. */
export function Photo({ image, alt, sizes, eager = false, className = "" }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const webp = photoSources(image, asWebp);
  if (eager === "first") {
    const preloadOptions = {
      as: "image",
      type: "image/webp",
      imageSrcSet: webp,
      imageSizes: sizes,
      fetchPriority: "high",
    } as const;
    preload(asWebp(image.card_filename), preloadOptions);
  }
  useEffect(() => {
    if (picture.current?.complete || image.thumbhash === "") return;
    const target = canvas.current;
    if (target === null) return;
    let isUnmounted = false;
    // a list has two dozen photos; to draw all at once would keep a phone from answering the first tap
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // without a connection the frame keeps its mean colour
      drawPreview(target, image.thumbhash, () => !isUnmounted && picture.current?.complete === false).catch(() => {});
    });
    observer.observe(target);
    return () => {
      isUnmounted = true;
      observer.disconnect();
    };
  }, [image.thumbhash]);

  return (
    <span className={`photo ${className}`}>
      <svg aria-hidden="true">
        <rect width="100%" height="100%" fill={meanColor(image.thumbhash) ?? "none"} />
      </svg>
      <canvas ref={canvas} />
      <picture>
        <source type="image/webp" srcSet={webp} sizes={sizes} />
        <img
          ref={picture}
          src={asJpeg(image.card_filename)}
          srcSet={photoSources(image, asJpeg)}
          sizes={sizes}
          alt={alt}
          width={image.width}
          height={image.height}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager === "first" ? "high" : undefined}
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
    </span>
  );
}
