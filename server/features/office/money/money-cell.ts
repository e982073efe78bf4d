import type { CsvCell } from "#server/lib/csv.ts";
import { toDecimal } from "#server/ports/payments/port.ts";

/** An amount as a CSV file has it, such as `-9.90`; `minor` may be below 0. */
export function moneyCell(minor: number, currency: string): CsvCell {
  const text = toDecimal(Math.abs(minor), currency);
  return { decimal: minor < 0 ? `-${text}` : text };
}
