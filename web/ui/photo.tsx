import { useEffect, useRef } from "react";
import { preload } from "react-dom";
import { thumbHashToAverageRGBA, thumbHashToRGBA } from "thumbhash";
import type { Image } from "#contract/profiles.ts";
import { photoSources } from "./photo-sources.ts";

type Props = {
  image: Pick<Image, "filename" | "card_filename" | "thumb_filename" | "width" | "height" | "thumbhash">;
  alt: string;
  /** The `sizes` of the picture: how wide it is shown at which width of the page. */
  sizes: string;
  /**
   * The first pictures of a page are fetched at once, the others when they come near the viewport; the very first one
   * before the scripts.
   */
  eager?: boolean | "first";
  className?: string;
};

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function hex(base64: string): string | undefined {
  if (base64 === "") return undefined;
  const { r, g, b } = thumbHashToAverageRGBA(bytesOf(base64));
  return `#${[r, g, b]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

const asWebp = (address: string) => address.replace(/\.jpg$/, ".webp");
const asJpeg = (address: string) => address.replace(/\.webp$/, ".jpg");

/**
 * A photo in a frame whose shape the class gives (`aspect-4/5`), so that nothing moves when it arrives. Until then the
 * frame shows the photo's mean colour, and with scripts a rough preview.
 */
export function Photo({ image, alt, sizes, eager = false, className = "" }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const webp = photoSources(image, asWebp);
  if (eager === "first") {
    const how = {
      as: "image",
      type: "image/webp",
      imageSrcSet: webp,
      imageSizes: sizes,
      fetchPriority: "high",
    } as const;
    preload(asWebp(image.card_filename), how);
  }
  useEffect(() => {
    if (picture.current?.complete || image.thumbhash === "") return;
    const { w, h, rgba } = thumbHashToRGBA(bytesOf(image.thumbhash));
    const target = canvas.current;
    if (target === null) return;
    target.width = w;
    target.height = h;
    target.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  }, [image.thumbhash]);

  return (
    <span className={`photo ${className}`}>
      <svg aria-hidden="true">
        <rect width="100%" height="100%" fill={hex(image.thumbhash) ?? "none"} />
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
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
    </span>
  );
}
