import type { Bundle } from "#contract/credits.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

/** What is ordered: credits, the number of messages, the price of each, and the VAT. */
export function OrderSummary({ bundle }: { bundle: Bundle }) {
  const t = useTexts("credits");
  const format = useFormat();
  const { credits, messages, currency, vat, vat_percent, price_per_message } = bundle;
  const lines = [
    [t("order.messages"), t("messages", { count: messages })],
    [t("order.per_message"), format.money(price_per_message, currency)],
    [t("order.vat", { percent: format.percent(vat_percent / 100) }), format.money(vat, currency)],
  ];
  return (
    <section className="surface-card mb-2 p-5">
      <h2 className="mb-3 text-2xl">{t("credits", { count: credits })}</h2>
      <dl className="space-y-1.5">
        {lines.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
