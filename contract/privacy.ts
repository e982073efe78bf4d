import { z } from "zod";
import { defineCall } from "./call.ts";

/** The archive of everything held about the caller (D3.9). */
export const dataDownload = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("preparing"), requested_at: z.iso.datetime() }),
  z.object({
    state: z.literal("ready"),
    requested_at: z.iso.datetime(),
    /** Where it can be fetched, by this member alone. */
    address: z.string(),
    bytes: z.int(),
    /** It is removed then. */
    until: z.iso.datetime(),
    /** A new one may be asked for. */
    may_ask: z.boolean(),
  }),
]);
export type DataDownload = z.output<typeof dataDownload>;

export const getDownload = defineCall({
  method: "GET",
  path: "/api/data-download.php",
  summary: "How far the archive of everything held about the caller is.",
  who: "member",
  answer: z.object({ download: dataDownload }),
});

export const requestDownload = defineCall({
  method: "POST",
  path: "/api/data-download.php",
  summary: "Have the archive of everything held about the caller built, once a day; a mail says when it is ready.",
  who: "member",
  answer: z.object({ download: dataDownload }),
  errors: ["download_too_soon"],
});
