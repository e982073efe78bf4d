import { z } from "zod";
import { decimalsOf, toMinor } from "#server/ports/payments/currency.ts";
import type { ListedSettlement, SettlementLine } from "#server/ports/payments/port.ts";
import type { MollieClient } from "./client.ts";
import { listCreated } from "./list-created.ts";
import { links } from "./resources.ts";

const amount = z.object({ value: z.string(), currency: z.string() });

/** What Mollie kept in a month for one kind of service; with more decimals than the currency has. */
const cost = z.object({ amountGross: amount });

const settlement = z.object({
  id: z.string(),
  // of an open settlement, which is not paid out yet
  reference: z.string().nullish(),
  createdAt: z.iso.datetime({ offset: true }),
  settledAt: z.iso.datetime({ offset: true }).nullish(),
  status: z.string(),
  amount,
  /** By year and month. */
  periods: z.record(z.string(), z.record(z.string(), z.object({ costs: z.array(cost).nullish() }))).nullish(),
});

const settlementList = z.object({ _embedded: z.object({ settlements: z.array(settlement) }), _links: links });

const line = z.object({ id: z.string(), amount, paymentId: z.string().nullish() });
const kinds = { payment: "payments", refund: "refunds", chargeback: "chargebacks" } as const;

/** Ten-thousandths of a unit: Mollie's fees have four decimals. */
function tenThousandths(decimal: string): number {
  const [, sign = "", whole, fraction = ""] = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new Error("not an amount of four decimals");
  return Number(`${sign}${whole}${fraction.padEnd(4, "0")}`);
}

/** An amount that may be below zero: a settlement of more refunds than payments. */
function toSignedMinor({ value, currency }: z.output<typeof amount>): number {
  return value.startsWith("-") ? -toMinor(value.slice(1), currency) : toMinor(value, currency);
}

function toListed(item: z.output<typeof settlement>): ListedSettlement[] {
  const { id, reference, status, settledAt, amount: net, periods } = item;
  if (status !== "paidout" || !settledAt) return [];
  const costs = Object.values(periods ?? {}).flatMap((months) =>
    Object.values(months).flatMap((month) => month.costs ?? []),
  );
  const fees = costs.reduce((sum, { amountGross }) => sum + tenThousandths(amountGross.value), 0);
  return [
    {
      reference: id,
      number: reference ?? id,
      currency: net.currency,
      net: toSignedMinor(net),
      fees: Math.round(fees / 10 ** (4 - decimalsOf(net.currency))),
      paidOutAt: new Date(settledAt),
    },
  ];
}

/** Settlements at Mollie. Its API keys may not read them: `client` has an access token of the organisation. */
export function createMollieSettlements(client: MollieClient) {
  async function listSettlements(created: { from: Date; until: Date }, signal: AbortSignal) {
    const listed = await listCreated(created, async (query) => {
      const { _embedded, _links } = await client.call("GET", `/settlements${query}`, settlementList, { signal });
      return { items: _embedded.settlements, _links };
    });
    return listed.flatMap(toListed);
  }

  async function fetchKind(reference: string, kind: SettlementLine["kind"], signal: AbortSignal) {
    const name = kinds[kind];
    const answer = z.object({ _embedded: z.object({ [name]: z.array(line) }), _links: links });
    type Page = z.output<typeof answer>;
    const lines: SettlementLine[] = [];
    for (let query: string | undefined = "?limit=250"; query !== undefined; ) {
      const path: string = `/settlements/${encodeURIComponent(reference)}/${name}${query}`;
      const { _embedded, _links }: Page = await client.call("GET", path, answer, { signal });
      for (const { id, amount: sum, paymentId } of _embedded[name] ?? []) {
        const value = toSignedMinor(sum);
        lines.push({ kind, reference: id, payment: paymentId ?? id, amount: Math.abs(value), currency: sum.currency });
      }
      query = _links.next ? new URL(_links.next.href).search : undefined;
    }
    return lines;
  }

  return {
    listSettlements,
    /** A line that comes on two pages, because another one was added meanwhile, is one. */
    async fetchSettlement(reference: string, signal: AbortSignal): Promise<readonly SettlementLine[]> {
      const lines = new Map<string, SettlementLine>();
      for (const kind of Object.keys(kinds) as SettlementLine["kind"][]) {
        for (const each of await fetchKind(reference, kind, signal)) lines.set(`${kind} ${each.reference}`, each);
      }
      return [...lines.values()];
    },
  };
}
