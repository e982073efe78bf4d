import { Link, redirect } from "react-router";
import type { InputOf } from "#contract/call.ts";
import { findPayments, paymentReturns, type StaffPayment } from "#contract/money.ts";
import { paymentStates } from "#contract/payment-state.ts";
import { namedMethods } from "#web/credits/method-name.ts";
import { createAction } from "#web/lib/page.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { FilterCard } from "#web/office/staff/filter-card.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { useOwnSites } from "#web/office/staff/own-sites.tsx";
import { Button, OutlineLink } from "#web/ui/button.tsx";
import { choice, optionsOf } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Option } from "#web/ui/select-field.tsx";
import type { Route } from "./+types/payments.ts";
import { PaymentLink, usePaymentColumns } from "./payment-columns.tsx";
import { addressOf, PaymentSearch, searchPayments, sought } from "./payment-search.tsx";
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
  const { nameOf } = useOwnSites();
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
        { name: t("col.site"), cell: ({ site }) => nameOf(site) },
      ]}
    />
  );
}

/** The search of a form that was sent without scripts. */
export const action = createAction(searchPayments, (match) => addressOf(match));

/** Payments by number, buyer, state, day and method; the address holds the search, but no email or bank account. */
export default function Payments({ loaderData: { asked, found: results }, actionData }: Route.ComponentProps) {
  const t = useTexts("money");
  const methodName = useMethodName();
  const stateName = useStateName();
  const fieldsOf = useFilterFields();
  const { number, buyers, debits, cursor: _, ...filters } = asked;
  const names = sought.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]]));
  const filter = (name: "status" | "returned" | "method", label: string, options: readonly Option[]) =>
    choice(name, label, options, { empty: t("search.any"), defaultValue: asked[name] });
  const statuses = optionsOf(paymentStates, stateName);
  const returns = optionsOf(paymentReturns, (value) => t(`returned.${value}`));
  // what was searched for stands right below its field
  const isSearch = names.length > 0 || number !== undefined;
  const card = (
    <FilterCard
      columns="sm:grid-cols-2 lg:grid-cols-3"
      sends={Object.fromEntries(names)}
      of={[
        filter("status", t("col.status"), statuses),
        filter("returned", t("search.returned"), returns),
        filter("method", t("col.method"), optionsOf(namedMethods, methodName)),
        fieldsOf.site(asked.site),
        ...fieldsOf.days(asked),
      ]}
    >
      <Button type="submit" className="mb-5 self-end justify-self-start">
        {t("search.filter")}
      </Button>
    </FilterCard>
  );
  return (
    <Screen title={t("search.title")}>
      <p className="-mt-3 mb-4">
        <Link to="/staff/money" className="link inline-block py-2">
          {t("title")}
        </Link>
      </p>
      <PaymentSearch key={`${number} ${buyers} ${debits}`} filters={filters} posted={actionData} />
      {isSearch ? null : card}
      {names.length > 0 ? (
        <p className="mb-4 flex flex-wrap items-center gap-x-4">
          {t("search.of_address")}
          <Link to={`?${new URLSearchParams(filters)}`} className="link py-2">
            {t("search.all_buyers")}
          </Link>
        </p>
      ) : null}
      {results.payments.length === 0 ? (
        <p>{t("search.none")}</p>
      ) : (
        <section className="surface-card p-4 md:p-5">
          <Found payments={results.payments} />
        </section>
      )}
      {results.cursor === null ? null : (
        <p className="mt-6 text-center">
          <OutlineLink to={`?${new URLSearchParams({ ...asked, cursor: results.cursor })}`} rel="next">
            {t("search.older")}
          </OutlineLink>
        </p>
      )}
      {isSearch ? <div className="mt-6">{card}</div> : null}
    </Screen>
  );
}
