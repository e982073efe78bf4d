import { Link } from "react-router";
import type { TransactionsAnswer } from "#contract/transactions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Notice } from "#web/ui/notice.tsx";

/** A page of the changes of the member's credits (D7.1). Each page has an address, so that it works without scripts. */
export function CreditHistory({ history, paged }: { history: TransactionsAnswer; paged: boolean }) {
  const t = useTexts("transactions");
  const format = useFormat();
  const { transactions, debt, next_cursor: next } = history;
  if (transactions.length === 0 && debt === 0) return null;
  return (
    <section className="mt-10" id="credits">
      <h2 className="mb-3 text-2xl">{t("history.title")}</h2>
      {debt > 0 ? (
        <div className="mb-4">
          <Notice tone="warning">{t("debt", { count: debt })}</Notice>
        </div>
      ) : null}
      <ul aria-label={t("history.label")} className="surface-card divide-y divide-line px-4">
        {transactions.map(({ kind, credits, balance, payment_id, created_at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page of the ledger never changes its order
          <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 grow">
              {payment_id === null ? (
                <span>{t(`kinds.${kind}`)}</span>
              ) : (
                <Link to={`/transactions/${payment_id}`} className="link">
                  {t(`kinds.${kind}`)}
                </Link>
              )}
              <p className="text-muted text-sm">
                {format.date(created_at)} {format.time(created_at)}
              </p>
            </div>
            <div className="text-right">
              <strong className={credits > 0 ? "text-secondary-ink" : undefined}>{format.signed(credits)}</strong>
              <p className="text-muted text-sm">{t("history.balance", { balance: format.number(balance) })}</p>
            </div>
          </li>
        ))}
      </ul>
      {next !== null || paged ? (
        <p className="mt-3 flex justify-between gap-4">
          {paged ? (
            <Link to="/transactions#credits" className="link inline-block py-2.5">
              {t("history.newest")}
            </Link>
          ) : null}
          {next === null ? null : (
            <Link to={`/transactions?before=${next}#credits`} className="link ml-auto inline-block py-2.5">
              {t("history.older")}
            </Link>
          )}
        </p>
      ) : null}
    </section>
  );
}
