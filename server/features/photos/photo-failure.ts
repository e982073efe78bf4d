import { fail } from "#server/http/fail.ts";
import { PhotoRefused, photoBounds } from "./process-photo.ts";

/** The failure that a caller gets for a file that can't be a photo; any other error as it is. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof PhotoRefused)) return error;
  const params = {
    max: photoBounds.bytes / 1024 / 1024,
    max_pixels: photoBounds.pixels / 1_000_000,
    min: photoBounds.side,
  };
  return fail(error.problem, { params });
}
