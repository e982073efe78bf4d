import * as account from "./account.ts";
import type { Call } from "./call.ts";
import * as chat from "./chat.ts";
import * as credits from "./credits.ts";
import * as likes from "./likes.ts";
import * as members from "./members.ts";
import * as payments from "./payments.ts";
import * as places from "./places.ts";
import * as profiles from "./profiles.ts";
import * as sites from "./sites.ts";

const features = [account, chat, credits, likes, members, payments, places, profiles, sites];

/** Every call of the contract: the server must have one handler for each, and no other. */
export const calls: readonly Call[] = features.flatMap((feature) =>
  Object.values(feature).filter(
    (part): part is Call => typeof part === "object" && part !== null && "path" in part && "answer" in part,
  ),
);
