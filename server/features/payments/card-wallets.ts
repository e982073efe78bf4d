import type { CardWallet } from "#contract/constants.ts";
import { minuteMs } from "#contract/durations.ts";
import { offerBundles } from "#server/features/credits/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import type { PaymentProvider } from "#server/ports/payments/port.ts";
import type { Services } from "#server/services.ts";
import { listDown } from "./provider-health-store.ts";

const cacheOf = cachePerDatabase(() => createReadCache<readonly CardWallet[]>({ max: 10, ttlMs: 10 * minuteMs }));
/** A page waits for the answer, once in ten minutes. */
const timeoutMs = 1_000;

/** The wallets that a provider's page offers for a card order; none if it does not say so in time. */
export async function findCardWallets(
  { db, clock, log }: Pick<Services, "db" | "clock" | "log">,
  provider: Pick<PaymentProvider, "name" | "cardWallets">,
): Promise<readonly CardWallet[]> {
  return await cacheOf(db).get(provider.name, clock.now(), async () => {
    try {
      return await provider.cardWallets(AbortSignal.timeout(timeoutMs));
    } catch (error) {
      log.warn({ err: error, provider: provider.name }, "a payment provider does not say which wallets it offers");
      return [];
    }
  });
}

/** The wallets of the provider to which a card order of the caller would go now. */
export async function listCardWallets({
  db,
  site,
  viewer: { memberId },
  services,
  now,
}: Pick<MemberContext, "db" | "site" | "viewer" | "services" | "now">): Promise<readonly CardWallet[]> {
  const { country, bundles } = await offerBundles(db, { site, memberId, now });
  const [first] = bundles;
  if (!first) return [];
  const market = { country: country ?? "", currency: first.currency, routes: site.settings.payment_providers };
  const provider = services.payments.route({ ...market, method: "card" }, await listDown(db, now));
  return provider === undefined ? [] : await findCardWallets(services, provider);
}
