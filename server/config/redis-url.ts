import { decodePart } from "./decode-part.ts";

/** Redis behind Sentinels, which know the master's address. */
export type SentinelGroup = {
  /** The name under which the Sentinels watch the master and its replicas. */
  name: string;
  sentinels: { host: string; port: number }[];
  password?: string;
  sentinelPassword?: string;
};

const sentinelForm =
  /^redis\+sentinel:\/\/(?::(?<password>[^@/]+)@)?(?<hosts>[^@/?#]+)\/(?<name>[\w.-]+)(?:\?sentinel_password=(?<own>[^&#]+))?$/;
const hostForm = /^(?<host>[a-z\d.-]+|\[[a-f\d:]+\])(?::(?<port>\d{1,5}))?$/i;
const usualPort = 26_379;

/** The address begins like one of Sentinels. */
export const isSentinelUrl = (text: string): boolean => text.startsWith("redis+sentinel:");

/**
 * Reads `redis+sentinel://:PASSWORD@a:26379,b:26379,c:26379/NAME[?sentinel_password=…]`, with encoded passwords;
 * undefined if a part is missing or wrong.
 */
export function readSentinelUrl(text: string): SentinelGroup | undefined {
  const { password, hosts = "", name = "", own } = sentinelForm.exec(text)?.groups ?? {};
  const sentinels = hosts.split(",").flatMap((part) => {
    const { host, port = String(usualPort) } = hostForm.exec(part)?.groups ?? {};
    return host === undefined ? [] : [{ host: host.replace(/^\[|\]$/g, ""), port: Number(port) }];
  });
  if (name === "" || sentinels.length !== hosts.split(",").length) return undefined;
  const decoded = [password, own].map((each) => (each === undefined ? undefined : decodePart(each)));
  if (decoded.includes("")) return undefined;
  const [ofRedis, ofSentinel] = decoded;
  return {
    name,
    sentinels,
    ...(ofRedis !== undefined && { password: ofRedis }),
    ...(ofSentinel !== undefined && { sentinelPassword: ofSentinel }),
  };
}
