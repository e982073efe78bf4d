import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import type { Payment } from "#contract/payments.ts";
import { getReceipts, type Receipt, type ReceiptDocument } from "#contract/receipts.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { buttonClass } from "#web/ui/button.tsx";

type Props = { payment: Pick<Payment, "payment_id" | "status">; loaded: readonly Receipt[] };

/** The receipt of a payment and its credit notes; fetched once the payment completes on this page. */
export function Receipts({ payment: { payment_id: id, status }, loaded }: Props) {
  const { data: fetched } = useQuery({
    queryKey: ["receipts", id],
    queryFn: async ({ signal }) => (await call(getReceipts, { query: { payment: id }, signal })).receipts,
    initialData: [...loaded],
    enabled: status === "completed" && loaded.length === 0,
    staleTime: loaded.length === 0 ? 0 : Number.POSITIVE_INFINITY,
  });
  // the cache may lack a credit note that was issued since
  const receipts = loaded.length === 0 ? fetched : loaded;
  return receipts.map((receipt) => <ReceiptCard key={receipt.id} receipt={receipt} />);
}

function ReceiptCard({ receipt: { document, pdf } }: { receipt: Receipt }) {
  const t = useTexts("payments");
  const { title, facts, seller, buyer, items, totals } = document;
  return (
    <section className="surface-card receipt mt-6 p-5 text-sm">
      <h2 className="mb-4 text-xl">{title}</h2>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        {[seller, buyer].map(({ title: heading, lines }) => (
          <div key={heading}>
            <h3 className="font-semibold text-base">{heading}</h3>
            {lines.map((line) => (
              <p key={line} className="break-words">
                {line}
              </p>
            ))}
          </div>
        ))}
      </div>
      <Rows rows={facts} />
      <Rows rows={items} />
      <Rows rows={totals.slice(0, -1)} />
      <Rows rows={totals.slice(-1)} strong />
      <p className="mt-4 print:hidden">
        {/* a file of the server, not a screen */}
        <a href={pdf} className={buttonClass({ look: "outline" })}>
          <FileDown aria-hidden className="size-5" />
          {t("receipt.pdf")}
        </a>
      </p>
    </section>
  );
}

function Rows({ rows, strong = false }: { rows: ReceiptDocument["items"]; strong?: boolean }) {
  return (
    <dl className={`space-y-1.5 border-line border-t py-2.5 ${strong ? "font-semibold" : ""}`}>
      {rows.map(({ name, value }) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className={strong ? undefined : "text-muted"}>{name}</dt>
          <dd className="break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
