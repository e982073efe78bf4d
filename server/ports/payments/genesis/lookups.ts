import type { z } from "zod";
import type { Db } from "#server/db/pool.ts";
import { formAnswer, type GenesisForm, type GenesisTransaction, transactionAnswer } from "./answers.ts";
import { type CheckoutRow, findCheckout } from "./checkouts-store.ts";
import { type GenesisClient, GenesisError } from "./client.ts";
import type { Elements } from "./xml.ts";

/** Returns null if the gateway does not know what it was asked about: an error of `codes`, by default of workflow. */
export async function unlessUnknown<T>(request: Promise<T>, codes = { from: 400, until: 500 }): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof GenesisError && error.code >= codes.from && error.code < codes.until) return null;
    throw error;
  }
}

/** An id that the gateway could not have given is wrong input to it. */
const unknownId = { from: 300, until: 500 };

/** A payment at the gateway: the form that the buyer pays at, or a direct debit. */
export type GatewayPayment = { row: CheckoutRow | undefined } & (
  | { form: GenesisForm; debit: null }
  | { form: null; debit: GenesisTransaction; terminal: string }
);

/** Transactions that sent money back. */
export const backTypes: readonly string[] = ["refund", "sdd_refund", "void"];

/** The parts of a form's payment: what took money, the last try last, and what sent it back. */
export const splitForm = ({ payment_transaction: all }: GenesisForm) => ({
  sale: all.findLast((each) => !backTypes.includes(each.transaction_type)),
  back: all.filter((each) => backTypes.includes(each.transaction_type)),
});

type Parts = { db: Db; client: GenesisClient; terminals: readonly string[] };

/** Questions to the gateway about payments. Its forms it knows by its own id only, transactions by ours too. */
export function createGenesisLookups({ db, client, terminals }: Parts) {
  const gate = <S extends z.ZodType>(path: string, root: string, elements: Elements, answer: S, signal: AbortSignal) =>
    client.call({ host: "gate", path, root, elements, answer, signal });

  async function findTransaction(
    by: { unique_id: string } | { transaction_id: string },
    signal: AbortSignal,
  ): Promise<{ transaction: GenesisTransaction; terminal: string } | null> {
    for (const terminal of terminals) {
      const answer = await unlessUnknown(
        gate(`reconcile/${terminal}`, "reconcile", by, transactionAnswer, signal),
        unknownId,
      );
      if (answer) return { transaction: answer, terminal };
    }
    return null;
  }

  async function findForm(reference: string, signal: AbortSignal): Promise<GenesisForm | null> {
    const elements = { unique_id: reference };
    const request = {
      host: "wpf",
      path: "wpf/reconcile",
      root: "wpf_reconcile",
      elements,
      answer: formAnswer,
    } as const;
    return await unlessUnknown(client.call({ ...request, signal }), unknownId);
  }

  return {
    gate,
    findTransaction,
    /** Null if the gateway does not know the reference. */
    async findAtGateway(reference: string, signal: AbortSignal): Promise<GatewayPayment | null> {
      const row = await findCheckout(db, { reference });
      const isDebit = row?.checkout_url === null;
      const asked = isDebit ? null : await findForm(reference, signal);
      if (asked) return { row, form: asked, debit: null };
      const debit = await findTransaction({ unique_id: reference }, signal);
      return debit && { row, form: null, debit: debit.transaction, terminal: debit.terminal };
    },
  };
}

export type GenesisLookups = ReturnType<typeof createGenesisLookups>;
