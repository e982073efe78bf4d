import { z } from "zod";
import { defineCall } from "./call.ts";
import { mutualErrors } from "./profiles.ts";

/** The reactions to a message (R11.02); a check of the table `messages` lists the same. */
export const reactionCodes = ["heart", "laugh", "wow", "sad", "thumbs_up", "fire"] as const;
export const reaction = z.enum(reactionCodes, "unknown_option");
export type Reaction = z.output<typeof reaction>;

export const reactToMessage = defineCall({
  method: "PUT",
  path: "/api/reaction.php",
  summary:
    "React to a received message, change the reaction, or take it away (null). It costs nothing, and is no answer (R11.02).",
  who: "member",
  key: "honoured",
  body: z.object({ message: z.uuid("invalid"), reaction: reaction.nullable() }),
  answer: z.object({ reaction: reaction.nullable() }),
  errors: [
    "message_not_found",
    // its author can't receive it
    ...mutualErrors.filter((code) => code !== "own_profile"),
    "blocked",
    "recipient_not_confirmed",
    "muted",
    "chat_closed",
  ],
});
