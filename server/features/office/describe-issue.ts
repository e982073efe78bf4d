import { z } from "zod";
import type { Language } from "#contract/constants.ts";
import { disputeCountings } from "#contract/disputes.ts";
import { paymentIssueKinds, refundStatuses } from "#contract/money.ts";
import { paymentStatuses } from "#contract/payments.ts";
import { formatMoney, formatPercent } from "#server/features/mails/index.ts";

type Translate = (key: string, params?: Record<string, string | number>) => string;
type Words = { language: Language; translate: Translate; currency: string };

const sum = z.object({ amount: z.int(), currency: z.string() });
const status = z.enum(paymentStatuses);
const refunds = z.array(z.object({ amount: z.int(), status: z.enum(refundStatuses) }));
const chargebacks = z.array(z.object({ amount: z.int(), reversed: z.boolean().optional() }));
const sides = <T extends z.ZodType>(side: T) => z.object({ ours: side, provider: side });

const detail = z.discriminatedUnion("kind", [
  sum.extend({ kind: z.literal("unknown_payment"), status }),
  sides(status.nullable()).extend({ kind: z.literal("status_differs") }),
  sides(sum).extend({ kind: z.literal("amount_differs") }),
  z.object({ kind: z.enum(["not_booked", "booked_twice"]), due: z.int(), booked: z.int() }),
  sides(refunds).extend({ kind: z.literal("refund_differs") }),
  sides(chargebacks).extend({ kind: z.literal("chargeback_differs") }),
  z.object({ kind: z.literal("paid_back_twice"), paid: z.int(), refunded: z.int(), charged_back: z.int() }),
  z.object({ kind: z.literal("unusual_spending"), purchases: z.int(), total: z.int(), usual: z.int() }),
  z.object({
    kind: z.literal("dispute_ratio"),
    merchant: z.string(),
    month: z.string(),
    counting: z.enum(disputeCountings),
    disputes: z.int(),
    payments: z.int(),
  }),
]);

/** What is stored of an issue, in words; `currency`: that of its payment. */
function describeDetail(issue: z.output<typeof detail>, { language, translate, currency }: Words): string {
  const money = (amount: number) => formatMoney(language, amount, currency);
  const both = (ours: string, provider: string) => translate("money:issue.sides", { ours, provider });
  const list = (parts: readonly string[]) => parts.join(", ") || "–";
  switch (issue.kind) {
    case "unknown_payment":
      return `${formatMoney(language, issue.amount, issue.currency)}, ${translate(`payments:status.${issue.status}`)}`;
    case "status_differs": {
      const words = (state: typeof issue.ours) => (state === null ? "–" : translate(`payments:status.${state}`));
      return both(words(issue.ours), words(issue.provider));
    }
    case "amount_differs": {
      const words = (side: z.output<typeof sum>) => formatMoney(language, side.amount, side.currency);
      return both(words(issue.ours), words(issue.provider));
    }
    case "not_booked":
    case "booked_twice":
      return translate("money:issue.credits", { due: issue.due, booked: issue.booked });
    case "refund_differs": {
      const words = (side: z.output<typeof refunds>) =>
        list(side.map((one) => `${money(one.amount)} (${translate(`money:refund.${one.status}`)})`));
      return both(words(issue.ours), words(issue.provider));
    }
    case "chargeback_differs": {
      const words = (side: z.output<typeof chargebacks>) =>
        list(
          side.map(
            (one) => `${money(one.amount)}${one.reversed ? ` (${translate("money:chargeback.reversed")})` : ""}`,
          ),
        );
      return both(words(issue.ours), words(issue.provider));
    }
    case "paid_back_twice":
      return [
        `${translate("money:sum.paid")}: ${money(issue.paid)}`,
        `${translate("money:list.refunds")}: ${money(issue.refunded)}`,
        `${translate("money:list.chargebacks")}: ${money(issue.charged_back)}`,
      ].join("\n");
    case "unusual_spending": {
      const { purchases, total, usual } = issue;
      return translate("money:issue.spending", { purchases, total: money(total), usual: money(usual) });
    }
    case "dispute_ratio": {
      const { merchant, month, disputes, payments } = issue;
      const share = payments === 0 ? "–" : formatPercent(language, (100 * disputes) / payments, 2);
      const counting = translate(`disputes:counting.${issue.counting}`);
      return translate("money:issue.ratio", { merchant, month, disputes, payments, share, counting });
    }
  }
}

/** What is wrong with a payment, in words, and what staff should do. */
export function describeIssue(issue: { kind: string; detail: unknown }, words: Words) {
  const kind = z.enum(paymentIssueKinds).parse(issue.kind);
  const fields = z.looseObject({}).parse(issue.detail);
  const parsed = detail.safeParse({ ...fields, kind });
  return {
    about: words.translate(`money:kind.${kind}`),
    // one of another shape must not hide the rest of the queue
    detail: parsed.success ? describeDetail(parsed.data, words) : JSON.stringify(fields),
    todo: words.translate(`money:todo.${kind}`),
  };
}
