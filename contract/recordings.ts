import { z } from "zod";
import type { Upload } from "./call.ts";

/** A minute of what browsers record needs less than 1 MB. */
export const maxRecordingBytes = 2 * 1024 * 1024;
/** How many levels of loudness a recording has at most, each from 0 to 100. */
export const maxVoiceLevels = 64;

/** The levels as the form has them, such as `[0,80,35]`. */
export const waveform = z
  .string("required")
  .max(maxVoiceLevels * 4 + 2, "invalid")
  .regex(/^\[\d{1,3}(?:,\d{1,3})*\]$/, "invalid")
  .transform((text) => text.slice(1, -1).split(",").map(Number))
  .pipe(z.array(z.int().max(100, "too_big")).max(maxVoiceLevels, "invalid"));

/** Why a recording is refused; `voice_off`: the site takes none of its kind. */
export const recordingProblems = [
  "voice_off",
  "recording_too_large",
  "recording_too_long",
  "recording_unusable",
] as const;

export const recordingUpload = {
  form: true,
  mediaTypes: ["multipart/form-data"],
  maxBytes: maxRecordingBytes,
  tooLarge: "recording_too_large",
} satisfies Upload;
