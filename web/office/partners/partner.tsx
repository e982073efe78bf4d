import {
  addPartnerNetwork,
  changePartner,
  changePartnerLink,
  getPartner,
  type PartnerTerms,
  type ShownPartner,
  setPartnerTerms,
} from "#contract/partners.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { typedMoney } from "#web/office/money/parse-money.ts";
import { type Column, TableCard } from "#web/office/numbers/data-table.tsx";
import { Lines } from "#web/office/revenue/revenue-table.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { PostedForm, PostedOutcome, type PostedPage } from "#web/office/staff/posted-form.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/partner.ts";
import { StatementTables } from "./statement-tables.tsx";
import { minorOf, termsOf, useTermsFields } from "./terms-fields.tsx";
import { type Did, useDone } from "./use-done.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  return await loadStaff(context, getPartner, { query: { id: params.id } });
}

/** Sends each form of this page, by its name. */
async function send(call: CallFunction, { form, id = "", ...typed }: Typed): Promise<Did> {
  const { currency = "EUR", from = "", network = "", name = "", iban = "", least } = typed;
  if (form === "terms") await call(setPartnerTerms, { body: { id, from, ...termsOf(typed, currency) } });
  else if (form === "network") await call(addPartnerNetwork, { body: { id, network } });
  else if (form === "details") await call(changePartner, { body: { id, name, iban, least: minorOf(least, currency) } });
  else await call(changePartnerLink, { body: { id, open: form === "make_link" } });
  return "saved";
}

/** Without scripts. */
export const action = createAction(send);

/** R13.02: a partner with its terms, statements and payouts. */
export default function Partner({ loaderData: partner, actionData }: Route.ComponentProps) {
  const t = useTexts("partners");
  const { sayDone, onDone } = useDone();
  const common = { send, posted: actionData, onDone };
  const format = useFormat();
  const { id, name, site, networks, iban, currency, owed, all_terms: terms, statements, payouts, link } = partner;
  const { least } = partner;
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
      {actionData?.answer ? <PostedOutcome>{sayDone(actionData.answer)}</PostedOutcome> : null}
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
        <TermsForm key={terms[0]?.from} id={id} currency={currency} last={terms[0]} {...common} />
        <NetworkForm id={id} {...common} />
        <LinkForm id={id} link={link} {...common} />
        <DetailsForm {...{ id, name, currency, least }} {...common} />
      </div>
    </Screen>
  );
}

type FormProps = PostedPage<Did> & { id: string };

type TermsProps = FormProps & { currency: string; last: PartnerTerms | undefined };

function TermsForm({ id, currency, last, ...common }: TermsProps) {
  const t = useTexts("partners");
  const fields = useTermsFields(last && { terms: last, currency });
  return (
    <Section title={t("set_terms")} className="surface-card max-w-3xl p-4 md:p-5">
      <PostedForm
        form="terms"
        about={{ id, currency }}
        {...common}
        inTwo
        of={[{ name: "from", type: "date", label: t("from") }, ...fields]}
        button={t("set_terms")}
      />
    </Section>
  );
}

function NetworkForm({ id, ...common }: FormProps) {
  const t = useTexts("partners");
  return (
    <Section title={t("add_network")} className="surface-card max-w-3xl p-4 md:p-5">
      <PostedForm
        form="network"
        about={{ id }}
        {...common}
        of={[{ name: "network", label: t("network"), note: t("network_note"), maxLength: 100, autoComplete: "off" }]}
        button={t("add_network")}
      />
    </Section>
  );
}

type DetailsProps = FormProps & Pick<ShownPartner, "name" | "currency" | "least">;

function DetailsForm({ id, name, currency, least, ...common }: DetailsProps) {
  const t = useTexts("partners");
  return (
    <Section title={t("details")} className="surface-card max-w-3xl p-4 md:p-5">
      <PostedForm
        key={`${name} ${least}`}
        form="details"
        about={{ id, currency }}
        {...common}
        of={[
          {
            ...{ name: "name", label: t("name"), note: t("name_note"), maxLength: 70 },
            ...{ autoComplete: "off", defaultValue: name },
          },
          { name: "iban", label: t("iban"), note: t("iban_note"), maxLength: 60, autoComplete: "off", optional: true },
          { name: "least", label: t("least"), inputMode: "decimal", defaultValue: typedMoney(least, currency) },
        ]}
        button={t("save")}
      />
    </Section>
  );
}

function LinkForm({ id, link, ...common }: FormProps & Pick<ShownPartner, "link">) {
  const t = useTexts("partners");
  return (
    <Section title={t("link")} className="surface-card max-w-3xl p-4 md:p-5">
      <p className="mb-3 text-muted text-sm">{t("link_note")}</p>
      {link === null ? null : (
        <p className="mb-3 break-words">
          <a href={link} className="link">
            {link}
          </a>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <PostedForm form="make_link" about={{ id }} look="outline" {...common} button={t("make_link")} />
        {link === null ? null : (
          <PostedForm form="revoke_link" about={{ id }} look="danger" {...common} button={t("revoke")} />
        )}
      </div>
    </Section>
  );
}
