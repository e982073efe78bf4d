import { maxPhotoBytes, photoMediaTypes, smallestPhoto } from "#contract/photos.ts";

export type PictureProblem = "too_large" | "too_small" | "heic" | "format";

/** The part of a file that decides whether it is worth sending. */
export type Picture = Pick<File, "name" | "type" | "size">;

/**
 * What can be said of a picture before it is sent; undefined where it may be one. Its declared type is a hint only: the
 * server looks at the bytes (D8.1).
 */
export function problemOf({ name, type, size }: Picture): PictureProblem | undefined {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return "heic";
  if (type !== "" && !photoMediaTypes.some((known) => known === type)) return "format";
  return size > maxPhotoBytes ? "too_large" : undefined;
}

export type PictureSize = { width: number; height: number };

/** Whether a picture has too few pixels to show a face; one whose size the browser can't tell is for the server to judge. */
export function isTooSmall(size: PictureSize | null): boolean {
  return size !== null && Math.min(size.width, size.height) < smallestPhoto;
}

/** The size of the picture at an address of this device, in pixels; null where the browser can't show it. */
export function sizeOf(preview: string): Promise<PictureSize | null> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight });
    picture.onerror = () => resolve(null);
    picture.src = preview;
  });
}

/** Megabytes with one decimal, as a person compares them. */
export function megabytes(bytes: number): number {
  return Math.ceil((bytes / 1024 / 1024) * 10) / 10;
}
