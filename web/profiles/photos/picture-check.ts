import { maxPhotoBytes, photoMediaTypes, smallestPhoto } from "#contract/photos.ts";

export type PictureProblem = "too_large" | "too_small" | "heic" | "format";

export type Picture = Pick<File, "name" | "type" | "size">;

/** Known before sending. The declared type is only a hint: the server checks the bytes. */
export function findProblem({ name, type, size }: Picture): PictureProblem | undefined {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return "heic";
  if (type !== "" && !photoMediaTypes.some((mediaType) => mediaType === type)) return "format";
  return size > maxPhotoBytes ? "too_large" : undefined;
}

export type PictureSize = { width: number; height: number };

/** Whether a picture has too few pixels to show a face. If the browser can't tell the size, the server decides. */
export function isTooSmall(size: PictureSize | null): boolean {
  return size !== null && Math.min(size.width, size.height) < smallestPhoto;
}

/** The pixel size of the picture at a local URL; null if the browser can't show it. */
export function measurePicture(preview: string): Promise<PictureSize | null> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight });
    picture.onerror = () => resolve(null);
    picture.src = preview;
  });
}

/** Megabytes with one decimal, rounded up, for people to compare. */
export function toMegabytes(bytes: number): number {
  return Math.ceil((bytes / 1024 / 1024) * 10) / 10;
}
