import { z } from "zod";
import { defineCall } from "./call.ts";

/** The archive of all data about the caller. */
export const dataDownload = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  z.object({ state: z.literal("preparing") }),
  z.object({
    state: z.literal("ready"),
    /** Where this member alone can download it. */
    address: z.string(),
    bytes: z.int(),
    until: z.iso.datetime(),
    may_ask: z.boolean(),
  }),
]);
export type DataDownload = z.output<typeof dataDownload>;

export const getDownload = defineCall({
  method: "GET",
  path: "/api/data-download.php",
  summary: "The state of the archive of all data about the caller.",
  who: "member",
  whileClosed: true,
  answer: z.object({ download: dataDownload }),
});

export const requestDownload = defineCall({
  method: "POST",
  path: "/api/data-download.php",
  summary: "Request the archive of all data about the caller, once a day; a mail says when it is ready.",
  who: "member",
  whileClosed: true,
  answer: z.object({ download: dataDownload }),
  errors: ["download_too_soon"],
});
