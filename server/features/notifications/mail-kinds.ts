import { z } from "zod";

/** What each kind of mail is told; the texts stand in `locales/<lang>/mails.json` under the same name. */
export const mailKinds = {
  /** D3.6. `link` is a path of the site, or an address that begins with the job's `origin`. */
  activation: z.object({ name: z.string(), link: z.string() }),
  /** R1.08, D7.7. `amount` in minor units, VAT included; `premium`: this purchase made them a premium member. */
  payment_completed: z.object({
    name: z.string(),
    payment_id: z.string(),
    credits: z.int(),
    amount: z.int(),
    currency: z.string(),
    vat_percent: z.number(),
    completed_at: z.iso.datetime(),
    premium: z.boolean(),
  }),
};

export type MailParams = { [Kind in keyof typeof mailKinds]: z.output<(typeof mailKinds)[Kind]> };

/** A mail to be written: its kind and what that kind is told. */
export const mailToWrite = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("activation"), params: mailKinds.activation }),
  z.object({ kind: z.literal("payment_completed"), params: mailKinds.payment_completed }),
]);
export type MailToWrite = z.output<typeof mailToWrite>;
