import { type CardWallet, cardWallets } from "#contract/constants.ts";
import { apiKeyPattern } from "#server/lib/api-key.ts";

/** A part of an address as it was before it was encoded; empty if the text is not encoded correctly. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** A bucket of an S3 store, or a part of one below `prefix`. */
export type S3Store = {
  /** Where the store answers, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** Empty, or ends in `/`. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixForm = /^(?:[a-z0-9][a-z0-9._-]*\/)*$/;
const schemes: Record<string, string> = { "s3:": "https:", "s3+http:": "http:" };

/** `STORAGE_URL`: `s3://KEY:SECRET@host/bucket[/folder]?region=…`; `s3+http://`: plain HTTP, in a private network. */
export function readStorageUrl(text: string): S3Store | undefined {
  const url = URL.parse(text);
  const scheme = schemes[url?.protocol ?? ""];
  // `..` would be resolved before the bucket is read
  if (/\/\.|%2e/i.test(text)) return undefined;
  if (!url || scheme === undefined || url.host === "" || url.hash !== "") return undefined;
  const [accessKeyId, secretAccessKey] = [decodePart(url.username), decodePart(url.password)];
  const [, bucket = "", ...folders] = url.pathname.replace(/\/+$/, "").split("/");
  const prefix = folders.map((folder) => `${folder}/`).join("");
  const region = url.searchParams.get("region") ?? "us-east-1";
  if (accessKeyId === "" || secretAccessKey === "" || !/^[a-z0-9-]+$/.test(region)) return undefined;
  if (!bucketForm.test(bucket) || !prefixForm.test(prefix) || prefix.length > 100) return undefined;
  return { endpoint: `${scheme}//${url.host}`, bucket, prefix, region, accessKeyId, secretAccessKey };
}

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

export const isSentinelUrl = (text: string): boolean => text.startsWith("redis+sentinel:");

/** `redis+sentinel://:PASSWORD@a:26379,b:26379,c:26379/NAME[?sentinel_password=…]`, with encoded passwords. */
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

/** An account at Twilio, or at a gateway that offers the same call. */
export type TwilioAccount = {
  sid: string;
  token: string;
  /** A phone number in E.164 form, or the name that phones show. */
  from: string;
  /** Where the API is; a test passes its stand-in. */
  baseUrl: string;
};

/** `SMS_URL`: `twilio://SID:TOKEN@api.twilio.com?from=+31…`. A plus may be typed as it is, which decodes to a blank. */
export function readSmsUrl(text: string): TwilioAccount | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "twilio:" || url.host === "") return undefined;
  const [sid, token] = [decodePart(url.username), decodePart(url.password)];
  const from = (url.searchParams.get("from") ?? "").replace(/^ (?=\d)/, "+").trim();
  if (sid === "" || token === "" || from === "") return undefined;
  return { sid, token, from, baseUrl: `https://${url.host}` };
}

/** The service for pictures: its address, and the token that it asks for; empty: none. */
export type PictureService = { address: string; token: string };

/** Reads `https://:TOKEN@pictures.example.org/check`; undefined if it has another form. */
export function readPictureCheckUrl(text: string): PictureService | undefined {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username !== "") return undefined;
  const token = decodePart(url.password);
  if (token === "" && url.password !== "") return undefined;
  url.password = "";
  return { address: url.href, token };
}

/** Another installation of the operator: its host, and the API key with which it is asked. */
export type InstallationAddress = { name: string; origin: string; key: string };

const apiKeyForm = new RegExp(`^${apiKeyPattern}$`);

/** Reads `https://:KEY@north.example.org,https://:KEY@south.example.org`; undefined if a part has another form. */
export function readInstallations(text: string): InstallationAddress[] | undefined {
  const read = text.split(",").map((part) => {
    const url = URL.parse(part.trim());
    const key = decodePart(url?.password ?? "");
    const isPlain = url?.username === "" && url.pathname === "/" && url.search === "" && url.hash === "";
    if (!isPlain || !["http:", "https:"].includes(url.protocol) || !apiKeyForm.test(key)) return null;
    return { name: url.host, origin: url.origin, key };
  });
  const addresses = read.filter((each) => each !== null);
  const isEachOnce = new Set(addresses.map(({ name }) => name)).size === read.length;
  return isEachOnce ? addresses : undefined;
}

/** An account at a Genesis gateway. */
export type GenesisAccount = {
  domain: string;
  environment: "staging" | "production";
  username: string;
  password: string;
  /** Tokens of our terminals: direct debits go to the first. */
  terminals: readonly [string, ...string[]];
  /** Wallets of the contract, which the form shows beside a card's fields. */
  wallets: readonly CardWallet[];
};

const gateways = /^(?<staging>staging\.)?(?<domain>emerchantpay\.net|e-comprocessing\.net)$/;

/**
 * `GENESIS_URL`: `genesis://USER:PASSWORD@emerchantpay.net?terminal=TOKEN`, with more of `terminal`, and `wallet` for
 * each wallet of the contract. A host that begins with `staging.` moves no money. Undefined if it has another form.
 */
export function readGenesisUrl(text: string): GenesisAccount | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "genesis:" || url.port !== "" || !["", "/"].includes(url.pathname)) return undefined;
  const { domain, staging } = gateways.exec(url.hostname)?.groups ?? {};
  const [username, password] = [decodePart(url.username), decodePart(url.password)];
  const [terminal, ...others] = url.searchParams.getAll("terminal");
  const names = url.searchParams.getAll("wallet");
  const wallets = cardWallets.filter((wallet) => names.includes(wallet));
  if (domain === undefined || username === "" || password === "" || terminal === undefined) return undefined;
  if (![terminal, ...others].every((token) => /^[\da-f]{32,64}$/.test(token))) return undefined;
  if (!names.every((name) => cardWallets.some((wallet) => wallet === name))) return undefined;
  const environment = staging === undefined ? "production" : "staging";
  return { domain, environment, username, password, terminals: [terminal, ...others], wallets };
}
