import { dayMs } from "#contract/durations.ts";
import type { Config } from "./config/config.ts";
import { readToken, signToken } from "./crypto/signed-token.ts";
import type { Clock } from "./lib/clock.ts";
import { isOtherHost } from "./site-settings.ts";

/** The URL of a photo's file without its format: `photoUrl(id, "card-3f2a11bc")`. */
export type PhotoUrl = (id: string, name: string) => string;
type Sources = { config: Pick<Config, "secret" | "cdnHosts">; clock: Clock };

const dayBytes = 4;
const dayNumber = (clock: Clock) => Math.floor(clock.now().getTime() / dayMs);
const signatureFor = (id: string, name: string) => ({ use: "photo" as const, owner: `${id}/${name}` });

/** Whether photos are loaded from the host that a `cdn_prefix` names: the installation decides which may be named. */
export const isPhotoHost = ({ cdnHosts }: Pick<Config, "cdnHosts">, cdnPrefix: string) => cdnHosts.includes(cdnPrefix);

/**
 * From the site's own host after a path, or from another one, which gets no cookie: URLs are signed for one file and
 * end with the next day, the same for all viewers, so that the other host keeps one copy.
 */
export function createPhotoUrl({ config, clock }: Sources, cdnPrefix: string): PhotoUrl {
  if (isPhotoHost(config, cdnPrefix)) return createSignedPhotoUrl({ config, clock }, cdnPrefix);
  const path = isOtherHost(cdnPrefix) ? "" : cdnPrefix;
  return (id, name) => `${path}/photos/${id}/${name}`;
}

/** URLs that are signed for one file, for a browser or host that sends neither cookie nor header with its request. */
export function createSignedPhotoUrl({ config, clock }: Sources, cdnPrefix: string): PhotoUrl {
  const prefix = isOtherHost(cdnPrefix) && !isPhotoHost(config, cdnPrefix) ? "" : cdnPrefix;
  return (id, name) => {
    const day = Buffer.alloc(dayBytes);
    day.writeUInt32BE(dayNumber(clock));
    const signature = signToken(config, signatureFor(id, name), day).toString("base64url");
    return `${prefix}/photos/${id}/${signature}/${name}`;
  };
}

/** The seconds for which a file's signature is still valid; 0 if it is not. */
export function secondsSigned({ config, clock }: Sources, id: string, name: string, signature: string): number {
  const day = readToken(config, signatureFor(id, name), Buffer.from(signature, "base64url"), dayBytes)?.readUInt32BE();
  if (day === undefined || day > dayNumber(clock)) return 0;
  return Math.max(0, Math.floor(((day + 2) * dayMs - clock.now().getTime()) / 1000));
}
