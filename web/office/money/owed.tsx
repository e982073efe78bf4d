import { useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import { type getMoney, refundAll } from "#contract/money.ts";
import { formatSums } from "#web/lib/format-sums.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useOwnSites } from "#web/office/staff/own-sites.tsx";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { useReasonField } from "./reason-field.tsx";

type Props = Pick<AnswerOf<typeof getMoney>, "owed" | "closings" | "closing"> & { site: string };

/** What members bought and have not spent, and how far the sites that close have refunded it. */
export function Owed({ owed, closings, closing, site }: Props) {
  const t = useTexts("money");
  const format = useFormat();
  const { nameOf } = useOwnSites();
  return (
    <section className="surface-card mb-5 p-4 md:p-5">
      <h2 className="mb-1 text-xl">{t("owed.title")}</h2>
      <p className="mb-3 max-w-prose text-muted text-sm">{t("owed.means")}</p>
      {owed.length === 0 ? <p>{t("owed.none")}</p> : null}
      <ul>
        {owed.map(({ amount, currency, members: count }) => (
          <li key={currency} className="font-semibold tabular-nums">
            {t("owed.sum", { sum: format.money(amount, currency), count })}
          </li>
        ))}
      </ul>
      <ul>
        {closings.map(({ site: key, at, finished_at: end, refunded }) => (
          <li key={`${key} ${at}`} className="mt-2">
            {t(end === null ? "closing.running" : "closing.finished", {
              site: nameOf(key),
              date: format.date(end ?? at),
              sum: refunded.length === 0 ? "0" : formatSums(format, refunded),
            })}
          </li>
        ))}
      </ul>
      {closing && owed.length > 0 ? <RefundAll site={site} /> : null}
    </section>
  );
}

/** Proposes to refund all of a site that sells nothing any more. */
function RefundAll({ site }: { site: string }) {
  const t = useTexts("money");
  const staff = useTexts("staff-members");
  const { run, ...state } = useCall(refundAll);
  const [waits, setWaits] = useState(false);
  return (
    <div className="mt-4">
      <p className="mb-3 max-w-prose">{t("closing.text")}</p>
      <StaffForm
        of={[useReasonField()]}
        state={state}
        send={({ reason = "" }) => run({ body: { site, reason } })}
        onDone={() => setWaits(true)}
        button={t("closing.send")}
        look="danger"
      />
      <p role="status">{waits ? staff("money.waits") : ""}</p>
    </div>
  );
}
