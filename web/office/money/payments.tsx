import { useState } from "react";
import { Link, redirect, useNavigate } from "react-router";
import type { InputOf } from "#contract/call.ts";
import { findBuyers, findDebits, findPayments, paymentReturns, type StaffPayment } from "#contract/money.ts";
import { paymentStates } from "#contract/payment-state.ts";
import { namedMethods } from "#web/credits/method-name.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { FilterCard } from "#web/office/staff/filter-card.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice, optionsOf } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Option } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/payments.ts";
import { PaymentLink, usePaymentColumns } from "./payment-columns.tsx";
import { useMethodName, useStateName } from "./use-names.ts";

const fields = ["number", "status", "returned", "buyers", "debits", "method", "site", "from", "to", "cursor"] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const filters = pickParams(new URL(request.url).searchParams, fields);
  // the API rejects values that are not among the choices
  const query = filters as InputOf<typeof findPayments>["query"];
  const results = await loadStaff(context, findPayments, { query });
  const [only, ...others] = results.payments;
  // a number that names one payment leads to it
  if (filters.number && only && others.length === 0) throw redirect(`/staff/payments/${only.payment_id}`);
  return { asked: filters, found: results };
}

function Found({ payments }: { payments: readonly StaffPayment[] }) {
  const t = useTexts("money");
  const format = useFormat();
  return (
    <DataTable
      caption={t("search.title")}
      rows={payments}
      keyOf={(payment) => payment.payment_id}
      columns={[
        {
          name: t("search.number"),
          cell: ({ number, payment_id: id, reference }) => (
            <span className="block min-w-40">
              <PaymentLink id={id} number={number} />
              <span className="block break-all text-muted text-xs">{id}</span>
              {reference === null ? null : <span className="block break-all text-muted text-xs">{reference}</span>}
            </span>
          ),
        },
        ...usePaymentColumns((payment: StaffPayment) => payment.created_at),
        { name: t("col.country"), cell: ({ country }) => (country === null ? t("unknown") : format.country(country)) },
        { name: t("col.site"), cell: ({ site }) => site },
      ]}
    />
  );
}

/** Payments by number, buyer, state, day and method; the address holds the search, but no email or bank account. */
export default function Payments({ loaderData: { asked, found: results } }: Route.ComponentProps) {
  const t = useTexts("money");
  const methodName = useMethodName();
  const stateName = useStateName();
  const filters = useFilterFields();
  const filter = (name: "status" | "returned" | "method", label: string, options: readonly Option[]) =>
    choice(name, label, options, { empty: t("search.any"), defaultValue: asked[name] });
  const statuses = optionsOf(paymentStates, stateName);
  const returns = optionsOf(paymentReturns, (value) => t(`returned.${value}`));
  return (
    <Screen title={t("search.title")}>
      <p className="-mt-3 mb-4">
        <Link to="/staff/money" className="link inline-block py-2">
          {t("title")}
        </Link>
      </p>
      <FilterCard
        columns="sm:grid-cols-2 lg:grid-cols-3"
        of={[
          { name: "number", label: t("search.number"), note: t("search.note"), defaultValue: asked.number },
          filter("status", t("col.status"), statuses),
          filter("returned", t("search.returned"), returns),
          filter("method", t("col.method"), optionsOf(namedMethods, methodName)),
          filters.site(results.sites, asked.site),
          ...filters.days(asked),
        ]}
      >
        {asked.buyers === undefined ? null : <input type="hidden" name="buyers" value={asked.buyers} />}
        {asked.debits === undefined ? null : <input type="hidden" name="debits" value={asked.debits} />}
        <Button type="submit" className="mb-5 self-end justify-self-start">
          {t("search.find")}
        </Button>
      </FilterCard>
      <BuyerForm key={`${asked.buyers} ${asked.debits}`} asked={asked} />
      {results.payments.length === 0 ? (
        <p>{t("search.none")}</p>
      ) : (
        <section className="surface-card p-4 md:p-5">
          <Found payments={results.payments} />
        </section>
      )}
      {results.cursor === null ? null : (
        <p className="mt-6 text-center">
          <Link
            to={`?${new URLSearchParams({ ...asked, cursor: results.cursor })}`}
            rel="next"
            className={buttonClass({ look: "outline" })}
          >
            {t("search.older")}
          </Link>
        </p>
      )}
    </Screen>
  );
}

type Props = { asked: Readonly<Record<string, string>> };

/**
 * Finds the payments of an email address, or the direct debits of a bank account. The page's address gets the ids of
 * what was found, never what was typed.
 */
function BuyerForm({ asked }: Props) {
  const t = useTexts("money");
  const byAddress = useCall(findBuyers);
  const byAccount = useCall(findDebits);
  const navigate = useNavigate();
  const [isUnknown, setUnknown] = useState(false);
  const { cursor: _cursor, buyers, debits, ...others } = asked;
  const isShown = buyers !== undefined || debits !== undefined;
  const find = async (typed: string) => {
    const answer = typed.includes("@")
      ? await byAddress.run({ body: { email: typed } })
      : await byAccount.run({ body: { iban: typed } });
    if (!answer) return;
    const [[name = "", ids = []] = []] = Object.entries(answer);
    setUnknown(ids.length === 0);
    if (ids.length > 0) await navigate(`?${new URLSearchParams({ ...others, [name]: ids.join(",") })}`);
  };
  return (
    <CallForm
      failure={byAddress.failure ?? byAccount.failure}
      className="surface-card mb-5 p-4"
      onSubmit={({ who = "" }) => find(who)}
    >
      <div className="grid gap-x-4 sm:grid-cols-[1fr_auto]">
        <TextField
          name="who"
          label={t("search.email")}
          note={t("search.email_note")}
          error={byAddress.failure?.fields.email ?? byAccount.failure?.fields.iban}
          autoComplete="off"
          spellCheck={false}
          required
          maxLength={254}
        />
        <div className="sm:pt-8">
          <Button type="submit" look="outline" pending={byAddress.pending || byAccount.pending}>
            {t("search.find")}
          </Button>
        </div>
      </div>
      <p role="status" className="empty:hidden">
        {isUnknown ? t("search.no_account") : isShown ? t("search.of_address") : ""}
      </p>
      {isShown ? (
        <Button look="quiet" className="-ms-5" onClick={() => navigate(`?${new URLSearchParams(others)}`)}>
          {t("search.all_buyers")}
        </Button>
      ) : null}
    </CallForm>
  );
}
