import { fail } from "#server/http/fail.ts";
import { PhotoRefused, photoBounds } from "./process-photo.ts";

/** Turns `PhotoRefused` into the call's failure; returns any other error unchanged. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof PhotoRefused)) return error;
  const params = {
    max: photoBounds.bytes / 1024 / 1024,
    max_pixels: photoBounds.pixels / 1_000_000,
    min: photoBounds.side,
  };
  return fail(error.problem, { params });
}
