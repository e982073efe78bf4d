import { maxPhotoBytes, photoMediaTypes } from "#contract/photos.ts";

export type PictureProblem = "too_large" | "heic" | "format";

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

/** Megabytes with one decimal, as a person compares them. */
export function megabytes(bytes: number): number {
  return Math.ceil((bytes / 1024 / 1024) * 10) / 10;
}
