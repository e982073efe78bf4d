import { z } from "zod";
import type { Language } from "#contract/constants.ts";
import { localeOf } from "#contract/languages.ts";
import { formatMoney, formatPercent } from "#server/features/mails/index.ts";
import { describeChange } from "#server/features/sites/index.ts";
import type { ProposalKind } from "./store.ts";

const credits = z.object({ amount: z.int() });
const refund = z.object({ amount: z.int(), currency: z.string() });
const site = z.object({
  changes: z.array(z.object({ name: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })),
});
const code = z.object({
  code: z.string(),
  percentage: z.int().nullable(),
  value: z.int().nullable(),
  currency: z.string().nullable(),
});

/** What a proposal does, in numbers and names: `+60`, `€120.00`, a line for each setting, `SUMMER: 60%`. */
export function describeProposal(language: Language, kind: ProposalKind, change: unknown): string {
  switch (kind) {
    case "credits":
      return new Intl.NumberFormat(localeOf(language), { signDisplay: "always" }).format(credits.parse(change).amount);
    case "refund": {
      const { amount, currency } = refund.parse(change);
      return formatMoney(language, amount, currency);
    }
    case "site":
      return site.parse(change).changes.map(describeChange).join("\n");
    case "code":
    case "code_on": {
      const { code: name, percentage, value, currency } = code.parse(change);
      if (percentage !== null) return `${name}: ${formatPercent(language, percentage)}`;
      return value === null || currency === null ? name : `${name}: ${formatMoney(language, value, currency)}`;
    }
  }
}
