import { z } from "zod";
import { defineCall } from "./call.ts";

const screen = z.string().regex(/^[a-z0-9-]{1,40}$/, "invalid");

export const pageHidden = defineCall({
  method: "POST",
  path: "/api/page-hidden.php",
  summary: "A page became hidden (R4.23). With `bounce`, the visitor left on the first screen (R4.21): it is counted.",
  who: "anyone",
  whileClosed: true,
  replay: "none",
  query: z.object({
    bounce: screen.optional(),
    network: z.string().max(100, "invalid").optional(),
  }),
  body: z.object({}),
  answer: z.object({ noted: z.boolean() }),
});
