import { z } from "zod";
import type { Db } from "#server/db/pool.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { canStoreMethod, cardLabel } from "#server/ports/payments/methods.ts";
import type { Services } from "#server/services.ts";
import { changeStatus, findSandboxPayment, insertMandate, type SandboxPayment } from "./payments-store.ts";
import { endRefund, insertSandboxChargeback, reverseChargeback } from "./returns-store.ts";
import { lateSandboxWebhook, sandboxWebhook } from "./webhook.ts";

type Status = SandboxPayment["status"];

/** The status each button leads to, by the payment's current status; none once it has ended. */
const steps: Readonly<Partial<Record<Status, ReadonlyMap<string, Status>>>> = {
  open: new Map([
    ["pay", "completed"],
    ["pending", "pending"],
    ["later", "pending"],
    ["refuse", "failed"],
    ["fail", "failed"],
    ["cancel", "cancelled"],
    ["expire", "expired"],
  ]),
  pending: new Map([
    ["complete", "completed"],
    ["fail", "failed"],
  ]),
};

/** What a pressed button submits: the outcome, the method chosen, and the refund or chargeback that it concerns. */
export type SubmittedOutcome = { outcome: string; method?: string | undefined; item?: string | undefined };

const nextStatus = (payment: SandboxPayment, outcome: string) => steps[payment.status]?.get(outcome);

/** Whether a button belongs to a payment that has not ended; a stale page may show it. */
export function isStep({ outcome }: SubmittedOutcome): boolean {
  return Object.values(steps).some((each) => each.has(outcome));
}

function labelOf(method: string | null): string {
  return method === "paypal" ? "buyer@paypal.example" : cardLabel("4242");
}

type Step = { to: Status; method: string | null };

async function move(services: Services, db: Db, payment: SandboxPayment, { to, method }: Step): Promise<boolean> {
  const { jobs, clock, random } = services;
  const { reference, customer } = payment;
  const keeps = to === "completed" && payment.remember && payment.mandate === null && canStoreMethod(method);
  const mandate = keeps ? `sm_${random.token()}` : undefined;
  const moved = await changeStatus(db, reference, { from: payment.status, to, method, mandate, now: clock.now() });
  if (!moved) return false;
  if (mandate !== undefined && customer !== null) {
    const kept = { reference: mandate, customer, method: method ?? "card", label: labelOf(method) };
    await insertMandate(db, kept, clock.now());
  }
  await jobs.add(db, sandboxWebhook, { reference });
  return true;
}

/** Completes a payment two minutes after its buyer paid, like a slow bank. */
export const completeLater = defineJob({
  name: "complete-sandbox-payment",
  data: z.object({ reference: z.string() }),
  waitSeconds: 120,
  async run(services, { reference }) {
    await services.db.transaction().execute(async (trx) => {
      const payment = await findSandboxPayment(trx, reference);
      if (payment?.status !== "pending") return;
      await move(services, trx, payment, { to: "completed", method: payment.method });
    });
  },
});

/** Ends or continues a payment that has not ended; false if the button does not fit its status. */
export async function takeStep(services: Services, payment: SandboxPayment, press: SubmittedOutcome): Promise<boolean> {
  const to = nextStatus(payment, press.outcome);
  if (!to) return false;
  await services.db.transaction().execute(async (trx) => {
    const moved = await move(services, trx, payment, { to, method: press.method ?? payment.method });
    if (moved && press.outcome === "later") await services.jobs.add(trx, completeLater, payment);
  });
  return true;
}

type Aftermath = { services: Services; db: Db; payment: SandboxPayment; item: string };

function endOne(status: "completed" | "failed") {
  return ({ services: { clock }, db, payment, item }: Aftermath) =>
    endRefund(db, { payment: payment.reference, reference: item, status, now: clock.now() });
}

/** Refunds, chargebacks, and more webhooks. Each returns whether to send a webhook. */
const aftermath: ReadonlyMap<string, (event: Aftermath) => Promise<boolean>> = new Map([
  ["refund_done", endOne("completed")],
  ["refund_fails", endOne("failed")],
  [
    "charge_back",
    async ({ services: { random, clock }, db, payment }: Aftermath) => {
      if (payment.status !== "completed") return false;
      const chargeback = { payment: payment.reference, amount: payment.amount_minor };
      return await insertSandboxChargeback(db, { ...chargeback, reference: `sch_${random.token()}` }, clock.now());
    },
  ],
  [
    "reverse",
    ({ db, payment, item }: Aftermath) => reverseChargeback(db, { payment: payment.reference, reference: item }),
  ],
  ["webhook", async () => true],
  [
    "webhook_twice",
    async ({ services, db, payment }: Aftermath) => {
      await services.jobs.add(db, sandboxWebhook, payment);
      return true;
    },
  ],
  [
    "webhook_late",
    async ({ services, db, payment }: Aftermath) => {
      await services.jobs.add(db, lateSandboxWebhook, payment);
      return false;
    },
  ],
]);

/** Handles a button that a payment has after its checkout; false if there is no such button. */
export async function continueAfter(
  services: Services,
  payment: SandboxPayment,
  press: SubmittedOutcome,
): Promise<boolean> {
  const run = aftermath.get(press.outcome);
  if (!run || payment.status === "open") return false;
  await services.db.transaction().execute(async (db) => {
    const needsWebhook = await run({ services, db, payment, item: press.item ?? "" });
    if (needsWebhook) await services.jobs.add(db, sandboxWebhook, payment);
  });
  return true;
}
