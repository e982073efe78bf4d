import { createHash, timingSafeEqual } from "node:crypto";
import { dayOf } from "#contract/days.ts";
import type { GenesisAccount } from "#server/config/service-urls.ts";
import type { Db } from "#server/db/pool.ts";
import type { Clock } from "#server/lib/clock.ts";
import {
  type ListedChargeback,
  type PaymentProvider,
  PaymentRefused,
  type ProviderRefund,
  type RefundOrder,
  type WebhookRequest,
} from "#server/ports/payments/port.ts";
import { chargebackPage, type GenesisTransaction, transactionAnswer, transactionPage } from "./answers.ts";
import { addRefund, listByPayments, listBySales, listCreatedBetween, saveSale } from "./checkouts-store.ts";
import { createGenesisClient, genesisHosts, isGenesisRefusal, isReferenceRefusal } from "./client.ts";
import { backTypes, createGenesisLookups, type GatewayPayment, splitForm, unlessUnknown } from "./lookups.ts";
import { statuses } from "./names.ts";
import { createGenesisOrders, offeredMethods } from "./orders.ts";
import { paymentIdIn, reportPayment, reportRefund } from "./report.ts";
import { writeXml } from "./xml.ts";

/** The Genesis gateway of emerchantpay and E-Comprocessing (D7.3): hosted payment forms, and direct debits. */
export function createGenesis(
  parts: { db: Db; clock: Clock },
  account: GenesisAccount,
  hosts = genesisHosts(account),
): PaymentProvider {
  const { db } = parts;
  const { username, password, terminals, wallets } = account;
  const client = createGenesisClient({ username, password, hosts });
  const lookups = createGenesisLookups({ db, client, terminals });
  const orders = createGenesisOrders({ ...parts, client, lookups, wallets, terminal: terminals[0] });

  /** Refunds of a direct debit, each asked for by our id: the gateway lists those of its forms only. */
  async function refundsOf(payment: GatewayPayment, signal: AbortSignal): Promise<GenesisTransaction[]> {
    if (payment.form) return splitForm(payment.form).back;
    const listed: GenesisTransaction[] = [];
    for (const id of payment.row?.refunds ?? []) {
      const sent = await lookups.findTransaction({ transaction_id: id }, signal);
      if (sent) listed.push(sent.transaction);
    }
    return listed;
  }

  async function refund(order: RefundOrder, signal: AbortSignal): Promise<ProviderRefund> {
    const refused = new PaymentRefused("this payment can't be refunded");
    const payment = await lookups.findAtGateway(order.reference, signal);
    const sale = payment?.form ? splitForm(payment.form).sale : payment?.debit;
    if (!payment || !sale || statuses[sale.status] !== "completed") throw refused;
    const findSent = async (asked: GatewayPayment | null) =>
      asked && (await refundsOf(asked, signal)).find((each) => each.transaction_id === order.refundId);
    const sent = await findSent(payment);
    if (sent) return reportRefund(sent);
    if (payment.debit) await addRefund(db, order.reference, order.refundId);
    const terminal = payment.form ? (sale.terminal_token ?? terminals[0]) : payment.terminal;
    const elements = {
      ...{ transaction_type: "refund", transaction_id: order.refundId, usage: order.description },
      ...{ reference_id: sale.unique_id, amount: order.amount, currency: order.currency },
    };
    try {
      const path = `process/${terminal}`;
      return reportRefund(await lookups.gate(path, "payment_transaction", elements, transactionAnswer, signal));
    } catch (error) {
      if (!isGenesisRefusal(error)) throw error;
      // the same request may have been faster: the gateway refuses an id that it has seen
      const faster = await findSent(await lookups.findAtGateway(order.reference, signal));
      if (faster) return reportRefund(faster);
      // wrong input may be an id that the gateway has seen and does not list yet: money may have moved
      throw isReferenceRefusal(error) ? refused : error;
    }
  }

  type Period = { from: Date; until: Date };

  async function listTransactions(terminal: string, { from, until }: Period, signal: AbortSignal) {
    const listed: GenesisTransaction[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const elements = { start_date: dayOf(from), end_date: dayOf(until), page };
      const path = `reconcile/by_date/${terminal}`;
      const answer = await unlessUnknown(lookups.gate(path, "reconcile", elements, transactionPage, signal));
      listed.push(...(answer?.payment_response ?? []));
      pages = answer?.["@pages_count"] ?? 0;
    }
    const isInPeriod = (time: Date) => time >= from && time < until;
    return listed.filter(({ timestamp }) => timestamp !== undefined && isInPeriod(new Date(timestamp)));
  }

  /** What our table has, and orders that only the gateway has: the answer to a direct debit may have got lost. */
  async function listPayments(created: Period, signal: AbortSignal): Promise<string[]> {
    const ours = (await listCreatedBetween(db, created)).map(({ reference }) => reference);
    const theirs: GenesisTransaction[] = [];
    for (const terminal of terminals) theirs.push(...(await listTransactions(terminal, created, signal)));
    const sales = theirs.filter(({ transaction_type: type }) => !backTypes.includes(type));
    const byPayment = new Map(sales.map((sale) => [paymentIdIn(sale.transaction_id), sale.unique_id]));
    byPayment.delete(null);
    const ids = [...byPayment.keys()].filter((id) => id !== null);
    for (const { payment_id: id } of await listByPayments(db, ids)) byPayment.delete(id);
    return [...ours, ...byPayment.values()];
  }

  /** By the days on which they were posted. */
  async function listChargebacks({ from, until }: Period, signal: AbortSignal): Promise<ListedChargeback[]> {
    const latest = new Map<string, boolean>();
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const elements = { start_date: dayOf(from), end_date: dayOf(until), page };
      const request = lookups.gate("chargebacks/by_date", "chargeback_request", elements, chargebackPage, signal);
      const answer = await unlessUnknown(request);
      for (const { type, original_transaction_unique_id: sale } of answer?.chargeback_response ?? []) {
        latest.set(sale, /reversal|representment$/i.test(type));
      }
      pages = answer?.["@pages_count"] ?? 0;
    }
    const rows = new Map((await listBySales(db, [...latest.keys()])).map((row) => [row.sale, row.reference]));
    return [...latest].map(([sale, reversed]) => ({ payment: rows.get(sale) ?? sale, reference: sale, reversed }));
  }

  return {
    name: "genesis",
    methods: offeredMethods,
    // no documented call lists them: `GENESIS_URL` names those of the contract, and a form is opened with them
    cardWallets: async () => wallets,
    createCustomer: (_buyer, key, signal) => orders.createCustomer(key, signal),
    createCheckout: orders.createCheckout,
    async fetchPayment(reference, signal) {
      const payment = await lookups.findAtGateway(reference, signal);
      if (!payment) return null;
      const sale = payment.form && splitForm(payment.form).sale;
      if (sale && payment.row && payment.row.sale !== sale.unique_id) await saveSale(db, reference, sale.unique_id);
      const isKept = payment.row?.remember && payment.form?.status === "approved";
      return reportPayment(payment, {
        refunds: await refundsOf(payment, signal),
        stored: isKept && payment.form ? await orders.findStored(payment.form, signal) : null,
      });
    },
    // the gateway documents no call that closes a form, or takes a direct debit back: a form ends after its lifetime
    async cancel() {},
    refund,
    revokeMethod: orders.deleteCard,
    listPayments,
    listChargebacks,
    // it documents no call for payouts: they stand in its console
    listSettlements: async () => null,
    fetchSettlement: async () => [],
    readWebhook: (request) => readNotification(request, password)?.reference ?? null,
    answerWebhook(request) {
      const read = readNotification(request, password);
      return read && { type: "application/xml", body: writeXml("notification_echo", { [read.field]: read.reference }) };
    },
  };
}

const digests: Readonly<Record<number, string>> = { 40: "sha1", 64: "sha256", 128: "sha512" };

/** A form of fields, signed by a hash of the id and the API user's password; which hash is set at the gateway. */
function readNotification({ rawBody }: WebhookRequest, password: string) {
  const fields = new URLSearchParams(rawBody);
  const field = fields.has("wpf_unique_id") ? "wpf_unique_id" : "unique_id";
  const [reference = "", signature = ""] = [fields.get(field) ?? "", fields.get("signature") ?? ""];
  const digest = digests[signature.length];
  if (digest === undefined || !/^[\da-f]{32}$/.test(reference) || !/^[\da-f]+$/.test(signature)) return null;
  const expected = createHash(digest)
    .update(reference + password)
    .digest("hex");
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? { field, reference } : null;
}
