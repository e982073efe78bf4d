import { randomBytes } from "node:crypto";

type Amount = { value: string; currency: string };
export type TestRefund = { id: string; amount: Amount; status: string; metadata: unknown };
export type TestChargeback = {
  id: string;
  paymentId: string;
  amount: Amount;
  createdAt: string;
  reversedAt: string | null;
};
export type TestPayment = {
  id: string;
  status: string;
  amount: Amount;
  method: string | null;
  metadata: unknown;
  createdAt: string;
  customerId: string | null;
  mandateId: string | null;
  sequenceType: string;
  details?: object;
  /** What was ordered, as it came. */
  order: Record<string, unknown>;
  refunds: TestRefund[];
  chargebacks: TestChargeback[];
};
export type TestMandate = {
  id: string;
  customerId: string;
  method: string;
  status: string;
  details: object;
  revoked: boolean;
};

export type TestSettlement = {
  id: string;
  reference: string | null;
  createdAt: string;
  settledAt: string | null;
  status: string;
  amount: Amount;
  periods: object;
  payments: TestPayment[];
  refunds: (TestRefund & { paymentId: string })[];
  chargebacks: TestChargeback[];
};

export class MollieRejection extends Error {
  readonly status: number;
  readonly field: string | undefined;
  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString("hex")}`;

// not the adapter's module: the two have to agree with ISO 4217, not with each other
const without = new Set(["ISK", "JPY"]);

function amountIn(body: Record<string, unknown>): Amount {
  const { value, currency } = (body.amount ?? {}) as Partial<Amount>;
  if (!value || !currency) throw new MollieRejection(422, "The amount is required", "amount");
  const form = without.has(currency) ? /^\d+$/ : /^\d+\.\d\d$/;
  if (!form.test(value)) throw new MollieRejection(422, "The amount contains an invalid value", "amount.value");
  return { value, currency };
}

/** What the stand-in keeps: the same objects, rules and refusals as Mollie's documentation describes. */
export function createMollieState(now: () => Date) {
  const payments = new Map<string, TestPayment>();
  const customers = new Map<string, { id: string; name: unknown; email: unknown }>();
  const mandates = new Map<string, TestMandate>();
  const settlements = new Map<string, TestSettlement>();
  let wallets: readonly string[] = [];

  const timestamp = () =>
    now()
      .toISOString()
      .replace(/\.\d+Z$/, "+00:00");

  function find<T>(all: ReadonlyMap<string, T>, id: string | undefined): T {
    const found = all.get(id ?? "");
    if (!found) throw new MollieRejection(404, `No object exists with token ${id}`);
    return found;
  }

  function findMandate(customerId: string, id: string): TestMandate {
    const mandate = find(mandates, id);
    if (mandate.customerId !== customerId) throw new MollieRejection(404, `No mandate exists with token ${id}`);
    if (mandate.revoked) throw new MollieRejection(410, `Mandate ${id} is gone`);
    return mandate;
  }

  function addMandate(customerId: string, method: string, details: object): TestMandate {
    const mandate = { id: newId("mdt"), customerId, method, status: "valid", details, revoked: false };
    mandates.set(mandate.id, mandate);
    return mandate;
  }

  /** In hundredths, as all currencies of the tests that use settlements have them. */
  const hundredths = ({ value }: Amount) => Math.round(Number(value) * 100);
  const sum = (items: readonly { amount: Amount }[]) =>
    items.reduce((total, { amount }) => total + hundredths(amount), 0);

  return {
    payments,
    mandates,
    settlements,
    findSettlement: (id: string) => find(settlements, id),
    /** Pays these payments out with what went back of them; Mollie keeps 0.29 and a fraction of a cent for each. */
    payOut(ids: readonly string[], status = "paidout"): TestSettlement {
      const paid = ids.map((id) => find(payments, id));
      const refunds = paid.flatMap((payment) =>
        payment.refunds
          .filter((refund) => refund.status === "refunded")
          .map((refund) => ({ ...refund, paymentId: payment.id })),
      );
      const chargebacks = paid.flatMap((payment) => payment.chargebacks);
      const fees = paid.map(() => ({
        description: "Credit card",
        method: "creditcard",
        count: 1,
        rate: { fixed: { value: "0.2400", currency: "EUR" }, percentage: "0" },
        amountNet: { value: "0.2400", currency: "EUR" },
        amountVat: { value: "0.0504", currency: "EUR" },
        amountGross: { value: "0.2904", currency: "EUR" },
      }));
      const net = sum(paid) - sum(refunds) - sum(chargebacks) - Math.round(paid.length * 29.04);
      const createdAt = timestamp();
      const settlement = {
        id: newId("stl"),
        reference: status === "open" ? null : `1234567.${settlements.size + 1}`,
        createdAt,
        settledAt: status === "paidout" ? createdAt : null,
        status,
        amount: { value: (net / 100).toFixed(2), currency: "EUR" },
        periods: { 2026: { 10: { costs: fees.slice(1) }, 11: { revenue: [], costs: fees.slice(0, 1) } } },
        ...{ payments: paid, refunds, chargebacks },
      };
      settlements.set(settlement.id, settlement);
      return settlement;
    },
    /** The newest first. */
    listSettlements: () => [...settlements.values()].reverse(),
    customers,
    createCustomer({ name, email }: Record<string, unknown>) {
      const customer = { id: newId("cst"), name, email };
      customers.set(customer.id, customer);
      return customer;
    },
    createMandate(customerId: string, body: Record<string, unknown>): TestMandate {
      find(customers, customerId);
      if (body.method !== "directdebit") throw new MollieRejection(422, "The method is invalid", "method");
      const { consumerName, consumerAccount } = body;
      if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(String(consumerAccount)))
        throw new MollieRejection(422, `The IBAN ${consumerAccount} of ${consumerName} is invalid`, "consumerAccount");
      return addMandate(customerId, "directdebit", { consumerName, consumerAccount });
    },
    findMandate,
    revokeMandate(customerId: string, id: string): void {
      findMandate(customerId, id).revoked = true;
    },
    createPayment(body: Record<string, unknown>): TestPayment {
      const amount = amountIn(body);
      if (!body.description) throw new MollieRejection(422, "The description is required", "description");
      const { webhookUrl, redirectUrl, sequenceType = "oneoff", customerId = null, mandateId = null } = body;
      if (webhookUrl && /localhost|127\.0\.0\.1/.test(String(webhookUrl)))
        throw new MollieRejection(422, "The webhook URL is invalid because it is unreachable", "webhookUrl");
      if (sequenceType !== "recurring" && !redirectUrl)
        throw new MollieRejection(422, "The redirect URL is required", "redirectUrl");
      if (sequenceType !== "oneoff") find(customers, String(customerId));
      if (Array.isArray(body.method) && !body.method.every((each) => each === "creditcard" || wallets.includes(each)))
        throw new MollieRejection(422, "The payment method is not activated on this profile", "method");
      let method = typeof body.method === "string" ? body.method : null;
      if (sequenceType === "recurring") {
        const mandate = mandates.get(String(mandateId));
        if (!mandate || mandate.revoked || mandate.status !== "valid" || mandate.customerId !== customerId)
          throw new MollieRejection(422, "No suitable mandates found for customer", "mandateId");
        method = mandate.method;
      }
      const payment: TestPayment = {
        id: newId("tr"),
        status: sequenceType === "oneoff" || sequenceType === "first" ? "open" : "pending",
        amount,
        method,
        metadata: body.metadata ?? null,
        createdAt: timestamp(),
        customerId: customerId as string | null,
        mandateId: mandateId as string | null,
        sequenceType: String(sequenceType),
        order: body,
        refunds: [],
        chargebacks: [],
      };
      // a card that is kept is charged at once, a bank account within days
      if (sequenceType === "recurring" && method !== "directdebit") payment.status = "paid";
      payments.set(payment.id, payment);
      return payment;
    },
    /** Switches wallets on in the account. */
    offerWallets(names: readonly string[]): void {
      wallets = names;
    },
    /** What the account has; wallets only if they are asked for. */
    listMethods(included: readonly string[]) {
      const ids = [
        "ideal",
        "creditcard",
        "paypal",
        "directdebit",
        ...wallets.filter((name) => included.includes(name)),
      ];
      const methods = ids.map((id) => ({ resource: "method", id, description: id, status: "activated" }));
      return { count: methods.length, _embedded: { methods } };
    },
    findPayment: (id: string) => find(payments, id),
    cancelPayment(id: string): TestPayment {
      const payment = find(payments, id);
      const isCollectedLater = payment.status === "pending" && payment.method === "directdebit";
      if (payment.status !== "open" && !isCollectedLater)
        throw new MollieRejection(422, "The payment cannot be cancelled");
      payment.status = "canceled";
      return payment;
    },
    listPayments: (customerId?: string) =>
      [...payments.values()].filter((each) => !customerId || each.customerId === customerId).reverse(),
    /** The newest first. */
    listChargebacks: () =>
      [...payments.values()]
        .flatMap(({ chargebacks }) => chargebacks)
        .reverse()
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    createRefund(payment: TestPayment, body: Record<string, unknown>): TestRefund {
      const amount = amountIn(body);
      const back = payment.refunds.filter(({ status }) => status !== "failed" && status !== "canceled");
      const sum = [...back, { amount }].reduce((total, each) => total + Number(each.amount.value), 0);
      if (payment.status !== "paid" || sum > Number(payment.amount.value) + 0.001)
        throw new MollieRejection(422, "The specified amount cannot be refunded", "amount.value");
      if (back.some((each) => each.amount.value === amount.value))
        throw new MollieRejection(409, "A duplicate refund has been detected");
      const refund = { id: newId("re"), amount, status: "queued", metadata: body.metadata ?? null };
      payment.refunds.push(refund);
      return refund;
    },
    /** The buyer pays on Mollie's page; a first payment gives a mandate. */
    pay(id: string, by?: string): void {
      const payment = find(payments, id);
      payment.method = by ?? payment.method ?? "creditcard";
      payment.status = "paid";
      const isCard = payment.method === "creditcard";
      payment.details = isCard ? { cardCountryCode: "NL" } : { consumerAccount: "NL91ABNA0417164300" };
      if (payment.sequenceType !== "first" || !payment.customerId) return;
      const account = { consumerName: "A. Jansen", consumerAccount: "anna@example.org" };
      const details = payment.method === "paypal" ? account : { cardNumber: "4242", cardLabel: "Visa" };
      payment.mandateId = addMandate(payment.customerId, payment.method, details).id;
    },
    chargeBack(id: string, value?: string): TestChargeback {
      const payment = find(payments, id);
      const amount = { ...payment.amount, ...(value ? { value } : {}) };
      const chargeback = { id: newId("chb"), paymentId: id, amount, createdAt: timestamp(), reversedAt: null };
      payment.chargebacks.push(chargeback);
      return chargeback;
    },
  };
}
