import { Link } from "react-router";
import type { BuyerPayment } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Chip } from "#web/ui/chip.tsx";

/** The payments that a withdrawal may be about, each with the way to its member's page, where it is refunded. */
export function BuyerPayments({ payments }: { payments: readonly BuyerPayment[] }) {
  const t = useTexts("staff");
  const words = useTexts("payments");
  const format = useFormat();
  return (
    <section aria-labelledby="buyer-payments" className="mt-5 border-line border-t pt-4">
      <h2 id="buyer-payments" className="font-semibold">
        {t("evidence.payments")}
      </h2>
      {payments.length === 0 ? <p className="text-muted">{t("evidence.payments_none")}</p> : null}
      <ul>
        {payments.map(({ id, member, number, at, status, amount, refunded, currency, named }) => (
          <li key={id} className="border-line border-b py-3 last:border-b-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <Link to={`/staff/members/${member}`} className="link inline-block py-1.5 font-semibold">
                {number ?? `${id.slice(0, 8)}…`}
              </Link>
              <span>{format.money(amount, currency)}</span>
              <Chip tone={status === "completed" ? "good" : "plain"}>{words(`status.${status}`)}</Chip>
              {named ? <Chip tone="warning">{t("evidence.named")}</Chip> : null}
            </p>
            <p className="text-muted text-sm">
              {format.date(at)}, {format.time(at)}
              {refunded === 0 ? null : ` · −${format.money(refunded, currency)}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
