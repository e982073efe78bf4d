import { z } from "zod";
import { type GenesisStatus, statuses } from "./names.ts";

/** An element that may be repeated: one is no list, none is missing. */
export const many = <S extends z.ZodType>(item: S) =>
  z.preprocess((value) => (value === undefined || value === "" ? [] : [value].flat()), z.array(item));

const status = z.enum(Object.keys(statuses) as [GenesisStatus, ...GenesisStatus[]]);
const minorUnits = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const pages = z.coerce.number().int().min(0);

export const transactionAnswer = z.object({
  status,
  transaction_type: z.string(),
  unique_id: z.string(),
  transaction_id: z.string(),
  terminal_token: z.string().optional(),
  timestamp: z.string().optional(),
  amount: minorUnits,
  currency: z.string(),
  card_issuing_country: z.string().optional(),
});
export type GenesisTransaction = z.output<typeof transactionAnswer>;

export const createdForm = z.object({
  status,
  unique_id: z.string().regex(/^[\da-f]{32}$/),
  redirect_url: z.url({ protocol: /^https?$/ }),
});

export const formAnswer = z.object({
  status,
  unique_id: z.string(),
  transaction_id: z.string(),
  consumer_id: z.string().optional(),
  amount: minorUnits,
  currency: z.string(),
  card_number: z.string().optional(),
  card_issuing_country: z.string().optional(),
  payment_transaction: many(transactionAnswer),
});
export type GenesisForm = z.output<typeof formAnswer>;

export const transactionPage = z.object({ "@pages_count": pages, payment_response: many(transactionAnswer) });

const chargeback = z.object({ type: z.string(), original_transaction_unique_id: z.string() });
export const chargebackPage = z.object({ "@pages_count": pages, chargeback_response: many(chargeback) });

export const consumer = z.object({ consumer_id: z.string().min(1), email: z.string().optional() });

const card = z.object({ token: z.string().min(1), card_number: z.string() });
export const cardList = z.object({
  cards: z.preprocess((value) => (value === "" ? {} : value), z.object({ card: many(card) })),
});

/** Whatever says of no error. */
export const done = z
  .union([z.string(), z.looseObject({ status: z.string().optional() })])
  .refine((answer) => typeof answer === "string" || answer.status !== "error");
