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

/** Each after those that it builds on. The app, jobs, downloads and notices are assembled from this list. */
export const features: readonly Feature[] = [
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
