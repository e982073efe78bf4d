import type { ResultRow } from "#contract/results.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

type Props = { rate: ResultRow["rate"] /** The share at the end of the line. */; most: number };

/** The highest share that a line for these rates has to reach; rates of few visits are cut off. */
export function mostOf(rates: readonly ResultRow["rate"][]): number {
  const points = rates.map((rate) => rate?.value ?? 0);
  return Math.min(1, Math.max(...points, 0.001) * 1.5);
}

/** A share with its interval in words, and as a line with a mark at the share. */
export function Rate({ rate, most }: Props) {
  const t = useTexts("results");
  const format = useFormat();
  if (rate === null) return "–";
  const percent = (share: number) => format.percent(Math.round(share * 1000) / 1000);
  const at = (share: number) => Math.min(1, share / most) * 100;
  return (
    <span className="block min-w-28">
      <span className="font-semibold">{percent(rate.value)}</span>{" "}
      <span className="block text-muted text-xs">
        {t("interval", { low: percent(rate.low), high: percent(rate.high) })}
      </span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden className="mt-0.5 block h-1.5 w-full">
        <rect y={2} width="100" height="2" className="fill-tint" />
        <rect x={at(rate.low)} y={2} width={at(rate.high) - at(rate.low)} height="2" className="fill-primary" />
        <rect x={Math.max(0, at(rate.value) - 0.75)} width="1.5" height="6" className="fill-primary" />
      </svg>
    </span>
  );
}
