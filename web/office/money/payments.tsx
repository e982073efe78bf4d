import { Form, Link } from "react-router";
import type { InputOf } from "#contract/call.ts";
import { findPayments, paymentReturns, type StaffPayment } from "#contract/money.ts";
import { paymentState } from "#contract/payment-state.ts";
import { paymentStatuses } from "#contract/payments.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Option } from "#web/ui/select-field.tsx";
import type { Route } from "./+types/payments.ts";
import { BuyerForm } from "./buyer-form.tsx";
import { namedMethods, useMethodName, useStateName } from "./use-names.ts";

const fields = ["number", "status", "returned", "buyers", "method", "site", "from", "to", "cursor"] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const filters = pickParams(new URL(request.url).searchParams, fields);
  // the API rejects values that are not among the choices
  const query = filters as InputOf<typeof findPayments>["query"];
  return { asked: filters, found: await loadStaff(context, findPayments, { query }) };
}

function Found({ payments }: { payments: readonly StaffPayment[] }) {
  const t = useTexts("money");
  const stateName = useStateName();
  const format = useFormat();
  const methodName = useMethodName();
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
              {number ?? "–"}
              <span className="block break-all text-muted text-xs">{id}</span>
              {reference === null ? null : <span className="block break-all text-muted text-xs">{reference}</span>}
            </span>
          ),
        },
        { name: t("col.at"), cell: ({ created_at: at }) => `${format.date(at)}, ${format.time(at)}` },
        { name: t("col.status"), cell: (payment) => stateName(paymentState(payment)) },
        { name: t("col.amount"), number: true, cell: ({ amount, currency }) => format.money(amount, currency) },
        {
          name: t("sum.back"),
          number: true,
          cell: ({ refunded, charged_back: back, currency }) => format.money(refunded + back, currency),
        },
        { name: t("col.credits"), number: true, cell: ({ credits }) => format.number(credits) },
        { name: t("col.method"), cell: ({ method }) => methodName(method) },
        { name: t("col.country"), cell: ({ country }) => (country === null ? t("unknown") : format.country(country)) },
        { name: t("col.site"), cell: ({ site }) => site },
      ]}
    />
  );
}

/** Payments by number, buyer, state, day and method; the address holds the search, but no email address. */
export default function Payments({ loaderData: { asked, found } }: Route.ComponentProps) {
  const t = useTexts("money");
  const words = useTexts("payments");
  const methodName = useMethodName();
  const filters = useFilterFields();
  const filter = (name: "status" | "returned" | "method", label: string, options: readonly Option[]) =>
    choice(name, label, options, { empty: t("search.any"), defaultValue: asked[name] });
  return (
    <Screen title={t("search.title")}>
      <p className="-mt-3 mb-4">
        <Link to="/staff/money" className="link inline-block py-2">
          {t("title")}
        </Link>
      </p>
      <Form className="surface-card mb-5 grid grid-cols-1 gap-x-4 p-4 sm:grid-cols-2 lg:grid-cols-3">
        <Fields
          of={[
            { name: "number", label: t("search.number"), note: t("search.note"), defaultValue: asked.number },
            filter(
              "status",
              t("col.status"),
              optionsOf(paymentStatuses, (value) => words(`status.${value}`)),
            ),
            filter(
              "returned",
              t("search.returned"),
              optionsOf(paymentReturns, (value) => t(`returned.${value}`)),
            ),
            filter("method", t("col.method"), optionsOf(namedMethods, methodName)),
            filters.site(found.sites, asked.site),
            ...filters.days(asked),
          ]}
        />
        {asked.buyers === undefined ? null : <input type="hidden" name="buyers" value={asked.buyers} />}
        <Button type="submit" className="mb-5 self-end justify-self-start">
          {t("search.find")}
        </Button>
      </Form>
      <BuyerForm key={asked.buyers} asked={asked} />
      {found.payments.length === 0 ? (
        <p>{t("search.none")}</p>
      ) : (
        <section className="surface-card p-4 md:p-5">
          <Found payments={found.payments} />
        </section>
      )}
      {found.cursor === null ? null : (
        <p className="mt-6 text-center">
          <Link
            to={`?${new URLSearchParams({ ...asked, cursor: found.cursor })}`}
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
