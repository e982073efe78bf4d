import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Bundle } from "#contract/credits.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useFieldError } from "#web/ui/form-context.ts";
import { afterDebt } from "./bundle-card.tsx";
import { useDescribeDiscount } from "./discount-note.tsx";
import type { OfferDiscount } from "./load-offer.ts";
import { useFormatPerMessage } from "./price-per-message.ts";

type Props = {
  bundle: Bundle;
  debt: number;
  discount: OfferDiscount | null;
  codeError?: string | undefined;
  children?: ReactNode;
};

/** What an order holds, with its total; `children`: more lines. */
export function OrderSummary({ bundle, debt, discount, codeError, children }: Props) {
  const t = useTexts("credits");
  const format = useFormat();
  const describeDiscount = useDescribeDiscount();
  const codeRefusal = useFieldError("code");
  const error = codeError ?? codeRefusal;
  const formatPerMessage = useFormatPerMessage();
  const { credits, messages, price, list_price, currency, vat, vat_percent } = bundle;
  const discountTexts = discount === null || price === list_price ? null : describeDiscount(discount);
  return (
    <section className="surface-card mb-2 p-5">
      <h2 className="mb-3 text-2xl">{t("credits", { count: credits })}</h2>
      {debt > 0 ? <p className="-mt-2 mb-3 font-semibold">{t("after_debt", afterDebt(credits, debt))}</p> : null}
      <dl className="space-y-1.5">
        <Line name={t("order.messages")} value={t("messages", { count: messages })} />
        {debt > 0 ? null : <Line name={t("order.per_message")} value={formatPerMessage(bundle)} />}
        {discountTexts === null ? null : (
          <>
            <Line name={t("order.list_price")} value={format.money(list_price, currency)} />
            <Line
              name={discountTexts.name}
              value={format.money(price - list_price, currency)}
              note={discountTexts.until}
            />
          </>
        )}
        <Line strong name={t("order.total")} value={format.money(price, currency)} />
        <Line
          name={t("order.vat", { percent: format.percent(vat_percent / 100) })}
          value={format.money(vat, currency)}
        />
        {children}
      </dl>
      {error === undefined ? null : (
        <p role="alert" className="field-error">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </section>
  );
}

type LineProps = { name: string; value: string; note?: string | null; strong?: boolean };

/** A line of the summary; `note`: small, below its name; `strong`: the sum of the lines above it. */
export function Line({ name, value, note = null, strong = false }: LineProps) {
  return (
    <div
      className={`flex flex-wrap justify-between gap-x-4 ${strong ? "border-line border-t pt-1.5 font-semibold" : ""}`}
    >
      <dt className={strong ? "" : "text-muted"}>
        {name}
        {note === null ? null : <span className="block text-sm">{note}</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

type TotalProps = { credits: number; className: string; children: ReactNode };

/** The goods of an order, and as `children` their price, in one line. */
export function OrderTotal({ credits, className, children }: TotalProps) {
  const t = useTexts("credits");
  return (
    <p className={`flex flex-wrap items-baseline justify-between gap-x-4 ${className}`}>
      <span className="font-semibold">
        {t("credits", { count: credits })} – {t("order.total")}
      </span>
      <span>{children}</span>
    </p>
  );
}
