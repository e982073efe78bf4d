import { z } from "zod";
import { fitsPassword, isInvisible, isTooLong, unitsPerCharacter } from "./measure-text.ts";

// NUL and the other control characters, except tab and line breaks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** More combining marks than any writing system puts on one letter: they cover other lines, and are dear to check. */
const piledMarks = /\p{M}{9}/u;

/** The schemas of what a person writes, for tests that make each call. */
export const writtenTexts = z.registry();

function cleanText(max: number, tooLong: string, missing = "required") {
  return z
    .string({ error: missing })
    .max(max * unitsPerCharacter, tooLong)
    .refine((text) => text.isWellFormed() && !forbidden.test(text) && !piledMarks.test(text), "forbidden_characters")
    .transform((text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim());
}

/** NFC, trimmed, with at least one visible character and at most `max` grapheme clusters. Errors are `fieldCodes`. */
export function freeText(max: number, tooLong = "too_long", missing = "required") {
  return cleanText(max, tooLong, missing)
    .refine((text) => text !== "", missing)
    .refine((text) => !isInvisible(text), "invisible_text")
    .refine((text) => !isTooLong(text, max), tooLong)
    .register(writtenTexts);
}

/** The same, but it may be empty; a text of only invisible characters becomes empty. */
export function optionalText(max: number, tooLong = "too_long") {
  return cleanText(max, tooLong)
    .transform((text) => (isInvisible(text) ? "" : text))
    .refine((text) => !isTooLong(text, max), tooLong)
    .register(writtenTexts);
}

/** A date without a time, such as the first day of a period. */
export const calendarDay = z.string("required").min(1, "required").pipe(z.iso.date("invalid"));

/** The email address of a sender who may have no account. A mail program must not read it as several addresses. */
export const emailAddress = z
  .string("required")
  .trim()
  .min(1, "required")
  .max(254, "too_long")
  .regex(/^[^@\s,;:<>()[\]"\\]+@[^@\s,;:<>()[\]"\\]+$/, "email_invalid");

export const newPassword = z
  .string({ error: "required" })
  .min(8, "password_length")
  .max(256, "password_length")
  .refine((text) => text.isWellFormed(), "forbidden_characters")
  .refine(fitsPassword, "password_length");

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** A short text of one line that may be empty, trimmed, without control characters or lone surrogates. */
export function shortText(max: number) {
  return z
    .string("invalid")
    .trim()
    .max(max, "too_long")
    .refine((text) => text.isWellFormed() && !control.test(text), "forbidden_characters");
}
