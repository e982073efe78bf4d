import { z } from "zod";

const amount = z.object({ value: z.string(), currency: z.string() });

export const customer = z.object({ id: z.string() });

export const refund = z.object({
  id: z.string(),
  amount,
  status: z.enum(["queued", "pending", "processing", "refunded", "failed", "canceled"]),
  // a refund that staff made in Mollie's dashboard has no metadata, or any other
  metadata: z.object({ refundId: z.uuid() }).nullish().catch(null),
});
export type MollieRefund = z.output<typeof refund>;

const chargeback = z.object({ id: z.string(), amount, reversedAt: z.string().nullish() });

export const molliePayment = z.object({
  id: z.string(),
  status: z.enum(["open", "pending", "authorized", "paid", "canceled", "expired", "failed"]),
  amount,
  method: z.string().nullish(),
  createdAt: z.iso.datetime({ offset: true }),
  // a payment that staff made in Mollie's dashboard has no metadata, or any other
  metadata: z.object({ paymentId: z.uuid(), remember: z.boolean().optional() }).nullish().catch(null),
  details: z
    .object({ cardCountryCode: z.string().nullish(), consumerAccount: z.string().nullish() })
    .nullish()
    .catch(null),
  customerId: z.string().nullish(),
  mandateId: z.string().nullish(),
  _links: z.object({ checkout: z.object({ href: z.url({ protocol: /^https?$/ }) }).nullish() }),
  _embedded: z.object({ refunds: z.array(refund).optional(), chargebacks: z.array(chargeback).optional() }).optional(),
});
export type MolliePayment = z.output<typeof molliePayment>;

export const links = z.object({ next: z.object({ href: z.url() }).nullish() });
export type MollieLinks = z.output<typeof links>;

export const paymentList = z.object({ _embedded: z.object({ payments: z.array(molliePayment) }), _links: links });

const listedChargeback = chargeback.extend({ paymentId: z.string(), createdAt: z.iso.datetime({ offset: true }) });
export const chargebackList = z.object({
  _embedded: z.object({ chargebacks: z.array(listedChargeback) }),
  _links: links,
});

export const mandate = z.object({
  id: z.string(),
  status: z.enum(["valid", "pending", "invalid"]),
  method: z.string(),
  details: z
    .object({
      cardNumber: z.union([z.string(), z.number()]).nullish(),
      consumerAccount: z.string().nullish(),
    })
    .nullish(),
});
export type MollieMandate = z.output<typeof mandate>;

/** What the account has; wallets are in it if they are asked for. */
export const methodList = z.object({ _embedded: z.object({ methods: z.array(z.object({ id: z.string() })) }) });

/** An answer without content. */
export const emptyAnswer = z.undefined();
