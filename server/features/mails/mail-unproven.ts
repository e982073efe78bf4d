import { createHmac } from "node:crypto";
import type { Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { keyFor } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import type { LimitName } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";
import type { MailParams, UnprovenMailKind } from "./mail-kinds.ts";
import { type MailJobData, sendMailJob } from "./send-mail.ts";
import { findMailbox } from "./store.ts";

/**
 * What a mail counts as. Declarations and confirmations are counted apart, so that a stranger who declares something
 * can't use up the mails by which the owner of the address signs up.
 */
const counters = {
  confirmation: ["confirmation_mail"],
  declaration: ["declaration_mail"],
  notice: ["notice_mail", "declaration_mail"],
} as const satisfies Record<string, readonly LimitName[]>;

/** An address for which a mail was counted: `mailUnproven` takes no other. */
class CountedAddress {
  readonly #address: string;
  constructor(address: string) {
    this.#address = address;
  }
  toString(): string {
    return this.#address;
  }
}

export type { CountedAddress };

type Counting = { db: Db; services: Pick<Services, "config" | "limits">; site: { id: number } };

/** Counts the mail about one of an address's own purchases, so many apart from others, which it can't use up. */
export async function countOwn(
  { services: { limits } }: Pick<Counting, "services">,
  address: string,
  limit: "withdrawal_mail",
  id: string,
): Promise<CountedAddress | undefined> {
  return (await limits.recordAttempt(limit, id)) > 0 ? undefined : new CountedAddress(address);
}

/**
 * Counts a mail to an address that may be a stranger's, for its mailbox on a site, whatever accounts or forms cause it.
 * Atomic. Without `to` there were too many today: `wait` has the seconds until the next one.
 */
export async function countUnproven(
  { db, services: { config, limits }, site }: Counting,
  address: string,
  as: keyof typeof counters,
): Promise<{ to: CountedAddress } | { to?: undefined; wait: number }> {
  const mailbox = await findMailbox(db, address);
  const hash = createHmac("sha256", keyFor(config.secret, "unproven-mail")).update(mailbox).digest("base64url");
  for (const limit of counters[as]) {
    const wait = await limits.recordAttempt(limit, `${site.id}:${hash}`);
    if (wait > 0) return { wait };
  }
  return { to: new CountedAddress(address) };
}

type From = { db: Db; services: Pick<Services, "jobs">; site: { id: number }; origin: string; language: Language };

/** `path`: the target of the button, without the language's prefix; `accountId`: the account of the address, if any. */
type UnprovenMail<Kind extends UnprovenMailKind> = { kind: Kind; path: string; accountId?: string | undefined } & Omit<
  MailParams[Kind],
  "link"
>;

/** Queues a mail to an address that may be a stranger's. Its parameters have no words that a sender typed. */
export async function mailUnproven<Kind extends UnprovenMailKind>(
  { db, services, site, origin, language }: From,
  to: CountedAddress,
  { kind, path, accountId, ...more }: UnprovenMail<Kind>,
): Promise<void> {
  const receiver = { siteId: site.id, ...(accountId !== undefined && { accountId }), to: String(to), language, origin };
  const params = { link: origin + pathIn(language, path), ...more };
  await services.jobs.add(db, sendMailJob, { ...receiver, kind, params } as unknown as MailJobData);
}
