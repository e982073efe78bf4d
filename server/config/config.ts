import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { queueTargetHours } from "#contract/office.ts";
import { isKeyPair, type VapidKeys, vapidKeysIn } from "#server/crypto/vapid.ts";
import { findDataFolderProblem } from "./data-folder.ts";
import { readNetworks } from "./public-address.ts";
import { readQueueHours } from "./queue-hours.ts";
import { withSecretFiles } from "./secret-files.ts";
import {
  isSentinelUrl,
  readGenesisUrl,
  readInstallations,
  readPictureCheckUrl,
  readSentinelUrl,
  readSmsUrl,
  readStorageUrl,
  type S3Store,
} from "./service-urls.ts";

const url = (...schemes: string[]) =>
  z.string().refine(
    (text) => {
      const parsed = URL.parse(text);
      return parsed !== null && schemes.includes(parsed.protocol.replace(":", "")) && parsed.host !== "";
    },
    { error: `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}` },
  );

const mollieToken = /^access_\w{30,}$/;
const mollieKey = /^(?:live|test)_\w{30,}$/;

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, error);
}

/** A text that `read` understands; `form` says which one it does. */
const readBy = <T>(read: (text: string) => T | undefined, form: string) =>
  z.string().transform((text, check) => {
    const value = read(text);
    if (value === undefined) check.addIssue(form);
    return value;
  });

const listBy = <T extends z.ZodType<string, string>>(part: T) =>
  z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((each) => each.trim())
        .filter((each) => each !== ""),
    )
    .pipe(z.array(part));

const secretText = z.string().min(32, "must have at least 32 characters").optional();

const postgresUrl = url("postgres", "postgresql").optional();

const flag = z.enum(["0", "1"], { error: "must be 0 or 1" }).transform((text) => text === "1");

const sentinelExample = "redis+sentinel://:PASSWORD@10.0.0.1:26379,10.0.0.2:26379,10.0.0.3:26379/rendezvous";
const storageForm = "must be like s3://KEY:SECRET@s3.example.org/bucket?region=eu-central-1";

/** Every environment variable that the product reads, with its meaning. */
const environment = z.object({
  NODE_ENV: z
    .enum(["development", "test", "production"], { error: "must be development, test or production" })
    .default("development"),
  HOST: z.string().min(1).default("localhost").describe("address to listen on"),
  PORT: wholeNumber(0, 65_535).default(3000).describe("0 takes any free one"),
  SERVICES: z
    .string()
    .default("web,worker")
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(z.enum(["web", "worker"], { error: "must be web, worker or web,worker" })).min(1)),
  DRAIN_DELAY: wholeNumber(0, 60)
    .default(0)
    .describe("seconds for which a process still serves requests after a stop signal, while /readyz answers 503"),
  HEALTH_PORT: wholeNumber(1, 65_535)
    .optional()
    .describe("a worker without web answers /healthz, /readyz and /metrics here, on HOST"),
  DATA_DIR: z.string().default("data").describe("the embedded database, the files and the secret"),
  DATABASE_URL: postgresUrl.describe("replaces the embedded PostgreSQL"),
  DATABASE_DIRECT_URL: postgresUrl.describe(
    "PostgreSQL itself if DATABASE_URL leads to PgBouncer: migrations and jobs go there",
  ),
  DATABASE_OWNER_URL: postgresUrl.describe(
    "PostgreSQL itself, as the owner of the tables, for migrations: DATABASE_URL then needs no such right",
  ),
  DATABASE_PREPARED: flag
    .default(true)
    .describe("0 prepares no statements: for PgBouncer before 1.21 in transaction mode"),
  DATABASE_REPLICA_URL: postgresUrl.describe(
    "a streaming replica of DATABASE_URL: searches and landing pages are read there",
  ),
  BACKUP_DIR: z
    .string()
    .startsWith("/", "must be a whole path, such as /var/backups/rendezvous")
    .optional()
    .describe("where PostgreSQL writes base backups, and its archive of the log in the folder wal"),
  BACKUP_URL: postgresUrl.describe(
    "PostgreSQL itself, as a user who may make base backups; if unset the product's own",
  ),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, "must be a public key, age1…: npm run backup -- --new-key <file> prints one")
    .optional()
    .describe("the public key for which npm run backup encrypts"),
  DATABASE_POOL: wholeNumber(2, 200).default(16),
  REDIS_URL: z
    .string()
    .superRefine((text, check) => {
      if (isSentinelUrl(text)) {
        if (!readSentinelUrl(text)) check.addIssue(`must be like ${sentinelExample}`);
      } else if (!url("redis", "rediss").safeParse(text).success) {
        check.addIssue(`must be an address that begins with redis:// or rediss://, or be like ${sentinelExample}`);
      }
    })
    .optional()
    .describe("events and rate limits between processes"),
  SMTP_URL: url("smtp", "smtps").optional().describe("replaces the built-in outbox"),
  MAIL_FEEDBACK_SECRET: secretText.describe(
    "takes bounces and complaints at /api/mail-feedback.php; with Mailgun its webhook signing key",
  ),
  MAIL_INLET_SECRET: secretText.describe(
    "takes mails to the support addresses at /api/incoming-mail.php, and files them as complaints",
  ),
  MOLLIE_API_KEY: z
    .string()
    .regex(mollieKey, "must be an API key of Mollie: live_ or test_, and at least 30 letters and digits")
    .optional()
    .describe("payments by Mollie instead of the sandbox; a test key moves no money"),
  MOLLIE_SETTLEMENTS_TOKEN: z
    .string()
    .regex(mollieToken, "must be an access token of a Mollie organisation: access_ and at least 30 letters and digits")
    .optional()
    .describe("reads Mollie's settlements, which its API key may not"),
  MOLLIE_API_URL: url("http", "https").optional().describe("a stand-in of Mollie, for tests; refused in production"),
  GENESIS_URL: readBy(
    readGenesisUrl,
    "must be like genesis://USER:PASSWORD@emerchantpay.net?terminal=TOKEN, of hexadecimal tokens",
  )
    .optional()
    .describe("payments by a Genesis gateway, instead of the sandbox or beside Mollie; staging. moves no money"),
  SMS_URL: readBy(readSmsUrl, "must be like twilio://SID:TOKEN@api.twilio.com?from=+31612345678")
    .optional()
    .describe(
      "sends text messages by Twilio; replaces the built-in outbox, without which production has no direct debit",
    ),
  PICTURE_CHECK_URL: readBy(readPictureCheckUrl, "must be like https://:TOKEN@pictures.example.org/check")
    .optional()
    .describe("a service that looks for nudity and known pictures in uploads, as a hint for staff"),
  TURN_URLS: listBy(
    z
      .string()
      .regex(
        /^turns?:(?:[a-z\d.-]+|\[[a-f\d:]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i,
        "must be like turn:turn.example.org:3478?transport=udp",
      ),
  ).describe("the relay for calls between members, separated by commas; without it production has no calls"),
  TURN_SECRET: secretText.describe("the static-auth-secret of the relay at TURN_URLS"),
  INSTALLATIONS: readBy(
    readInstallations,
    "must be like https://:rv_KEY@north.example.org,https://:rv_KEY@south.example.org",
  )
    .optional()
    .describe("other installations of the operator, each with an API key made there"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url("http", "https")
    .optional()
    .describe("a collector of OpenTelemetry traces, such as http://localhost:4318"),
  STORAGE_URL: readBy(readStorageUrl, storageForm)
    .optional()
    .describe("photos and downloads on an S3 store instead of DATA_DIR/files"),
  STORAGE_MOVE_FROM: readBy<S3Store | "local">(
    (text) => (text === "local" ? text : readStorageUrl(text)),
    `must be local, or ${storageForm}`,
  )
    .optional()
    .describe("the store that npm run photos -- move copies from; until then its files are served too"),
  SECRET: secretText.describe("signs and encrypts tokens; created in DATA_DIR if unset"),
  VAPID_PUBLIC_KEY: z
    .string()
    .optional()
    .describe("web push; if unset: created in DATA_DIR in development, else no push"),
  VAPID_PRIVATE_KEY: z.string().optional().describe("belongs to VAPID_PUBLIC_KEY"),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:.+@.+|https:\/\/.+)$/, "must begin with mailto: or https://")
    .optional()
    .describe("the operator's contact address for push services"),
  CDN_HOSTS: listBy(
    z.string().regex(/^https?:\/\/[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/, "must be like https://cdn.example.org"),
  ).describe("other hosts that a site's cdn_prefix may name, separated by commas: photos are loaded from them"),
  TRUST_PROXY: wholeNumber(0, 9)
    .default(0)
    .describe("number of reverse proxies in front that set or extend X-Forwarded-For and set X-Forwarded-Proto"),
  STAFF_NETWORKS: readBy(readNetworks, "must be like 192.0.2.0/24,2001:db8::/32")
    .optional()
    .describe("networks from which the back office can be used; if unset from anywhere"),
  QUEUE_HOURS: z
    .string()
    .default("")
    .transform((text, check) => {
      const hours = readQueueHours(text);
      if (!hours)
        check.addIssue(
          "must be like reports=12,photos=0.5: queues of the back office, and hours up to 2160, of complaints 336",
        );
      return hours ?? queueTargetHours;
    })
    .describe("within how many hours an item of a queue of the back office is dealt with; an alert watches it"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .optional()
    .describe("info in production, warn elsewhere"),
  DEMO: flag.optional().describe("1 loads the demo world, 0 does not; on by default outside production"),
  DEMO_PHOTOS: z
    .enum(["all", "main", "few"], { error: "must be all, main or few" })
    .default("all")
    .describe(
      "main gives each demo member one photo only, which spares some minutes of drawing; few only every fourth",
    ),
  ALLOW_IN_PRODUCTION: listBy(
    z.enum(["demo", "sandbox", "outbox"], { error: "must name demo, sandbox or outbox" }),
  ).describe("built-in stand-ins that production may use all the same"),
});

/** The names of all of them, for the tests of what starts the product. */
export const variables: readonly string[] = Object.keys(environment.shape);

/** The product's configuration. Undefined: the variable is unset, with the effect that `environment` describes. */
export type Config = ReturnType<typeof readConfig>;

/** Fails the start with one clear line for each wrong or missing value. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

function secretIn(dataDir: string): string {
  const file = join(dataDir, "secret");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const secret = randomBytes(32).toString("base64url");
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}

/** The VAPID keys from the environment: all three variables or none. */
function givenVapidKeys(values: z.output<typeof environment>, problems: string[]): VapidKeys | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = values;
  if (publicKey === undefined && privateKey === undefined && subject === undefined) return undefined;
  if (publicKey === undefined || privateKey === undefined || subject === undefined) {
    problems.push("VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together");
    return undefined;
  }
  if (!isKeyPair(publicKey, privateKey)) problems.push("VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY");
  return { publicKey, privateKey, subject };
}

/** The relay for calls: both variables or none. Outside production the browsers connect directly without one. */
function turnServer(values: z.output<typeof environment>, problems: string[]) {
  const { TURN_URLS: urls, TURN_SECRET: secret } = values;
  if (urls.length > 0 && secret !== undefined) return { urls, secret };
  if (urls.length > 0 || secret !== undefined) problems.push("TURN_URLS and TURN_SECRET must be set together");
  return undefined;
}

/** The environment's values, with secrets from files; an empty variable counts as unset. */
function readValues(env: NodeJS.ProcessEnv): z.output<typeof environment> {
  const problems: string[] = [];
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(withSecretFiles(set, problems));
  for (const issue of parsed.error?.issues ?? []) problems.push(`${issue.path[0]?.toString()} ${issue.message}`);
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

/** Reads and checks the environment once. Throws `ConfigError` with a line per problem. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const values = readValues(env);
  const production = values.NODE_ENV === "production";
  const demo = values.DEMO ?? !production;
  const problems: string[] = [];
  if (production) {
    const allowed = new Set<string>(values.ALLOW_IN_PRODUCTION);
    const refuse = (name: string, used: boolean, instead: string) => {
      if (used && !allowed.has(name)) problems.push(`ALLOW_IN_PRODUCTION does not name ${name}: ${instead}`);
    };
    if (values.SECRET === undefined) problems.push("SECRET must be set in production");
    if (values.DATABASE_URL === undefined) problems.push("DATABASE_URL must be set in production");
    refuse("demo", demo, "the demo world is refused beside real members, leave DEMO unset");
    refuse("outbox", values.SMTP_URL === undefined, "set SMTP_URL, or mails are only kept in the outbox page");
    const mollie = values.MOLLIE_API_KEY;
    const genesis = values.GENESIS_URL;
    const hasNoProvider = mollie === undefined && genesis === undefined;
    refuse("sandbox", hasNoProvider, "set MOLLIE_API_KEY or GENESIS_URL, or payments are made at the sandbox only");
    refuse(
      "sandbox",
      genesis?.environment === "staging",
      "GENESIS_URL is of a staging gateway, with which no money moves",
    );
    refuse("sandbox", mollie?.startsWith("test_") === true, "MOLLIE_API_KEY is a test key, with which no money moves");
    if (values.MOLLIE_API_URL !== undefined) problems.push("MOLLIE_API_URL is refused in production");
  }
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined)
    problems.push("DATABASE_OWNER_URL needs DATABASE_URL, the role that the product works as");
  const { STORAGE_URL: storage, STORAGE_MOVE_FROM: moveFrom } = values;
  if (moveFrom === "local" && !storage)
    problems.push("STORAGE_MOVE_FROM is local, and so is the store: set STORAGE_URL");
  if (moveFrom && storage && isDeepStrictEqual(moveFrom, storage)) {
    problems.push("STORAGE_MOVE_FROM is the same store as STORAGE_URL");
  }
  const vapid = givenVapidKeys(values, problems);
  const turn = turnServer(values, problems);
  const dataDir = resolve(values.DATA_DIR);
  if (values.SECRET === undefined || values.NODE_ENV === "development") {
    const problem = findDataFolderProblem(dataDir);
    if (problem !== undefined) problems.push(problem);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    mode: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    services: values.SERVICES,
    healthPort: values.HEALTH_PORT,
    drainDelayMs: values.DRAIN_DELAY * 1000,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    directUrl: values.DATABASE_DIRECT_URL,
    ownerUrl: values.DATABASE_OWNER_URL,
    prepared: values.DATABASE_PREPARED,
    replicaUrl: values.DATABASE_REPLICA_URL,
    databasePool: values.DATABASE_POOL,
    backupDir: values.BACKUP_DIR,
    backupUrl: values.BACKUP_URL,
    backupRecipient: values.BACKUP_RECIPIENT,
    redisUrl: values.REDIS_URL,
    smtpUrl: values.SMTP_URL,
    mailFeedbackSecret: values.MAIL_FEEDBACK_SECRET,
    mailInletSecret: values.MAIL_INLET_SECRET,
    mollie: values.MOLLIE_API_KEY
      ? {
          key: values.MOLLIE_API_KEY,
          url: values.MOLLIE_API_URL,
          ...(values.MOLLIE_SETTLEMENTS_TOKEN ? { settlementsToken: values.MOLLIE_SETTLEMENTS_TOKEN } : {}),
        }
      : undefined,
    genesis: values.GENESIS_URL,
    sms: values.SMS_URL,
    pictureCheck: values.PICTURE_CHECK_URL,
    turn,
    installations: values.INSTALLATIONS ?? [],
    // two browsers on one machine need no relay
    directCalls: !production,
    // without text messages the codes that confirm a direct debit could not be sent
    directDebit: !production || values.SMS_URL !== undefined || values.ALLOW_IN_PRODUCTION.includes("outbox"),
    storage,
    moveFrom,
    secret: values.SECRET ?? secretIn(dataDir),
    vapid: vapid ?? (values.NODE_ENV === "development" ? vapidKeysIn(dataDir) : undefined),
    cdnHosts: values.CDN_HOSTS,
    trustProxy: values.TRUST_PROXY,
    staffNetworks: values.STAFF_NETWORKS,
    queueHours: values.QUEUE_HOURS,
    logLevel: values.LOG_LEVEL ?? (production ? "info" : "warn"),
    otlpUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    demo,
    demoPhotos: values.DEMO_PHOTOS,
  };
}

const derivedKeys = new Map<string, Buffer>();

/** Derives a separate key for each use of the secret (HKDF, RFC 5869), once in a process. */
export function keyFor(secret: string, use: string): Buffer {
  const name = JSON.stringify([secret, use]);
  const cachedKey = derivedKeys.get(name);
  if (cachedKey) return cachedKey;
  const key = Buffer.from(hkdfSync("sha256", secret, "", use, 32));
  derivedKeys.set(name, key);
  return key;
}
