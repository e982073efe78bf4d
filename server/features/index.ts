import { globSync } from "node:fs";
import type { Feature } from "#server/feature.ts";
import { account } from "./account/index.ts";
import { advertising } from "./advertising/index.ts";
import { auth } from "./auth/index.ts";
import { chat } from "./chat/index.ts";
import { credits } from "./credits/index.ts";
import { likes } from "./likes/index.ts";
import { mails } from "./mails/index.ts";
import { moderation } from "./moderation/index.ts";
import { notifications } from "./notifications/index.ts";
import { office } from "./office/index.ts";
import { payments } from "./payments/index.ts";
import { privacy } from "./privacy/index.ts";
import { profiles } from "./profiles/index.ts";
import { search } from "./search/index.ts";
import { sites } from "./sites/index.ts";
import { updates } from "./updates/index.ts";
import { visibility } from "./visibility/index.ts";
import { web } from "./web/index.ts";

/** Each after those that it builds on. */
const areas: readonly Feature[] = [
  sites,
  updates,
  visibility,
  mails,
  profiles,
  credits,
  auth,
  chat,
  notifications,
  advertising,
  web,
  likes,
  account,
  search,
  moderation,
  payments,
  office,
  privacy,
];

const declareThemselves = globSync("*/*/index.ts", { cwd: import.meta.dirname }).sort();
const parts: readonly Record<string, Feature>[] = await Promise.all(
  declareThemselves.map((file) => import(/* @vite-ignore */ `#server/features/${file}`)),
);

/**
 * The areas, and their folders that declare themselves in an `index.ts`, which no list names. The app, jobs, downloads
 * and notices are assembled from these.
 */
export const features: readonly Feature[] = [...areas, ...parts.flatMap((part) => Object.values(part))];
