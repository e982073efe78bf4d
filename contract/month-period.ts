import { z } from "zod";

/** A month, such as `2026-11`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "invalid");

/** The most months of a period. */
export const mostMonths = 24;

/** Whole months (UTC, both included), by default the last twelve. */
export const askedMonths = { from: month.optional(), to: month.optional() };

/** The months that figures are of, and the present one. */
export const answeredMonths = { from: month, to: month, latest: month };
