import { useRevalidator } from "react-router";
import {
  addPartnerNetwork,
  changePartner,
  changePartnerLink,
  getPartner,
  type PartnerTerms,
  type ShownPartner,
  setPartnerTerms,
} from "#contract/partners.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { typedMoney } from "#web/office/money/parse-money.ts";
import { type Column, TableCard } from "#web/office/numbers/data-table.tsx";
import { Lines } from "#web/office/revenue/revenue-table.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Fields } from "#web/ui/fields.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/partner.ts";
import { StatementTables } from "./statement-tables.tsx";
import { minorOf, termsOf, useTermsFields } from "./terms-fields.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  return await loadStaff(context, getPartner, { query: { id: params.id } });
}

function useSaved() {
  const t = useTexts("partners");
  const toast = useToast();
  return () => toast({ title: t("saved"), tone: "good" });
}

/** R13.02: a partner with its terms, statements and payouts. */
export default function Partner({ loaderData: partner }: Route.ComponentProps) {
  const t = useTexts("partners");
  const format = useFormat();
  const { id, name, site, networks, iban, currency, owed, all_terms: terms, statements, payouts, link } = partner;
  const termSum = (heading: string, of: (row: PartnerTerms) => string): Column<PartnerTerms> => ({
    ...{ name: heading, number: true, cell: of },
  });
  return (
    <Screen
      title={name}
      actions={
        <ButtonLink to={`/staff/partners?site=${site}`} look="outline">
          {t("title")}
        </ButtonLink>
      }
    >
      <dl className="mb-5 grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-3">
        <div>
          <dt className="text-muted text-sm">{t("networks")}</dt>
          <dd className="break-words">{networks.join(", ")}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{t("iban")}</dt>
          <dd>{iban ?? "–"}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{t("owed")}</dt>
          <dd>
            {owed.length === 0 ? "–" : null}
            <Lines of={owed} write={(sum) => format.money(sum.amount, sum.currency)} />
          </dd>
        </div>
      </dl>
      <div className="grid grid-cols-1 gap-5">
        <StatementTables statements={statements} payouts={payouts} />
        <TableCard
          name={t("terms")}
          means={t("terms_note")}
          rows={terms}
          keyOf={({ from }) => from}
          columns={[
            {
              name: t("from"),
              cell: ({ from }: PartnerTerms) => <span className="whitespace-nowrap">{format.calendarDay(from)}</span>,
            },
            termSum(t("signup"), ({ signup }) => format.money(signup, currency)),
            termSum(t("buyer"), ({ buyer }) => format.money(buyer, currency)),
            termSum(t("share"), ({ share }) => format.number(share / 100)),
            termSum(t("hold"), ({ hold }) => format.number(hold)),
          ]}
        />
        <TermsForm key={terms[0]?.from} id={id} currency={currency} last={terms[0]} />
        <NetworkForm id={id} />
        <LinkForm id={id} link={link} />
        <DetailsForm {...partner} />
      </div>
    </Screen>
  );
}

function TermsForm({ id, currency, last }: { id: string; currency: string; last: PartnerTerms | undefined }) {
  const t = useTexts("partners");
  const fields = useTermsFields(last && { terms: last, currency });
  const onDone = useSaved();
  const { run, ...state } = useCall(setPartnerTerms);
  return (
    <Section title={t("set_terms")} className="surface-card max-w-3xl p-4 md:p-5">
      <StaffForm
        state={state}
        send={(typed) => run({ body: { id, from: typed.from ?? "", ...termsOf(typed, currency) } })}
        onDone={onDone}
        button={t("set_terms")}
      >
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          <Fields of={[{ name: "from", type: "date", label: t("from") }, ...fields]} />
        </div>
      </StaffForm>
    </Section>
  );
}

function NetworkForm({ id }: { id: string }) {
  const t = useTexts("partners");
  const onDone = useSaved();
  const { run, ...state } = useCall(addPartnerNetwork);
  return (
    <Section title={t("add_network")} className="surface-card max-w-3xl p-4 md:p-5">
      <StaffForm
        state={state}
        send={({ network = "" }) => run({ body: { id, network } })}
        onDone={onDone}
        of={[{ name: "network", label: t("network"), note: t("network_note"), maxLength: 100, autoComplete: "off" }]}
        button={t("add_network")}
      />
    </Section>
  );
}

function DetailsForm({ id, name, currency, least }: ShownPartner) {
  const t = useTexts("partners");
  const onDone = useSaved();
  const { run, ...state } = useCall(changePartner);
  return (
    <Section title={t("details")} className="surface-card max-w-3xl p-4 md:p-5">
      <StaffForm
        key={`${name} ${least}`}
        state={state}
        send={(typed) => {
          const body = { id, name: typed.name ?? "", iban: typed.iban ?? "", least: minorOf(typed.least, currency) };
          return run({ body });
        }}
        onDone={onDone}
        of={[
          { name: "name", label: t("name"), maxLength: 70, autoComplete: "off", defaultValue: name },
          { name: "iban", label: t("iban"), note: t("iban_note"), maxLength: 60, autoComplete: "off", optional: true },
          { name: "least", label: t("least"), inputMode: "decimal", defaultValue: typedMoney(least, currency) },
        ]}
        button={t("save")}
      />
    </Section>
  );
}

function LinkForm({ id, link }: Pick<ShownPartner, "id" | "link">) {
  const t = useTexts("partners");
  const { run, pending, failure } = useCall(changePartnerLink);
  const { revalidate } = useRevalidator();
  const change = (open: boolean) => void run({ body: { id, open } }, () => revalidate());
  return (
    <Section title={t("link")} className="surface-card max-w-3xl p-4 md:p-5">
      <FormError failure={failure} />
      <p className="mb-3 text-muted text-sm">{t("link_note")}</p>
      {link === null ? null : (
        <p className="mb-3 break-words">
          <a href={link} className="link">
            {link}
          </a>
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        <Button look="outline" pending={pending} onClick={() => change(true)}>
          {t("make_link")}
        </Button>
        {link === null ? null : (
          <Button look="danger" pending={pending} onClick={() => change(false)}>
            {t("revoke")}
          </Button>
        )}
      </p>
    </Section>
  );
}
