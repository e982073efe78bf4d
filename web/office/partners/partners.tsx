import { Link } from "react-router";
import { addPartner, getPartners, type PartnerRow, type PayoutList, proposePayout } from "#contract/partners.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction } from "#web/lib/page.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { TableCard } from "#web/office/numbers/data-table.tsx";
import { Lines } from "#web/office/revenue/revenue-table.tsx";
import { SiteChoice } from "#web/office/sites/site-choice.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { PostedForm, PostedOutcome, type PostedPage } from "#web/office/staff/posted-form.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/partners.ts";
import { minorOf, termsOf, useTermsFields } from "./terms-fields.tsx";
import { type Did, useDone } from "./use-done.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = pickParams(new URL(request.url).searchParams, ["site"]);
  return await loadStaff(context, getPartners, { query });
}

/** Sends each form of this page, by its name. */
async function send(call: CallFunction, { form, site = "", ...typed }: Typed): Promise<Did> {
  const { iban = "", name = "", network = "" } = typed;
  const currency = (typed.currency ?? "").trim().toUpperCase();
  if (form === "pay") {
    await call(proposePayout, { body: { site, currency, iban } });
    return "waits";
  }
  const terms = termsOf(typed, currency || "EUR");
  const least = minorOf(typed.least, currency || "EUR");
  await call(addPartner, { body: { site, name, network, iban, currency, least, ...terms } });
  return "saved";
}

/** Without scripts. */
export const action = createAction(send);

/** R13.02: the partners of a site, what each is owed, and what was paid out. */
export default function Partners({
  loaderData: { sites, key, partners, payable, waiting, alone, lists },
  actionData,
}: Route.ComponentProps) {
  const t = useTexts("partners");
  const { sayDone, onDone } = useDone();
  const common = { send, posted: actionData, onDone };
  const money = useTexts("money");
  const staff = useTexts("staff");
  const format = useFormat();
  return (
    <Screen title={t("title")}>
      {actionData?.answer ? <PostedOutcome>{sayDone(actionData.answer)}</PostedOutcome> : null}
      <SiteChoice sites={sites} site={key} />
      <p className="mb-5 max-w-prose text-muted text-sm">{t("means")}</p>
      <div className="grid grid-cols-1 gap-5">
        <TableCard
          name={t("title")}
          none={t("none")}
          rows={partners}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t("name"),
              cell: ({ id, name }: PartnerRow) => (
                <Link to={`/staff/partners/${id}`} className="link inline-block py-2">
                  {name}
                </Link>
              ),
            },
            { name: t("networks"), cell: ({ networks }: PartnerRow) => networks.join(", ") },
            { name: t("iban"), cell: ({ iban }: PartnerRow) => iban ?? "–" },
            {
              name: t("owed"),
              number: true,
              cell: ({ owed }: PartnerRow) =>
                owed.length === 0 ? (
                  "–"
                ) : (
                  <Lines of={owed} write={({ amount, currency }) => format.money(amount, currency)} />
                ),
            },
          ]}
        />
        <Section title={t("payouts")} className="surface-card p-4 md:p-5">
          <p className="mb-3 max-w-prose text-muted text-sm">{t("payouts_means")}</p>
          {waiting ? <p className="mb-3">{t("waiting")}</p> : null}
          {alone ? <p className="mb-3 max-w-prose">{t("alone", { role: staff("role.finance") })}</p> : null}
          {payable.length === 0 ? <p className="text-muted">{t("nothing_due")}</p> : null}
          {payable.map(({ currency, amount }) => (
            <PayoutForm key={currency} site={key} currency={currency} amount={amount} {...common} />
          ))}
        </Section>
        <TableCard
          name={t("files")}
          none={t("none")}
          rows={lists}
          keyOf={({ id }) => id}
          columns={[
            {
              name: money("col.at"),
              cell: ({ at }: PayoutList) => <span className="whitespace-nowrap">{format.date(at)}</span>,
            },
            {
              name: t("file"),
              cell: ({ id, currency }: PayoutList) => (
                <span className="flex flex-wrap gap-2">
                  {currency === "EUR" ? (
                    <DownloadLink href={`/staff-payouts/${id}.xml`} look="quiet">
                      XML
                    </DownloadLink>
                  ) : null}
                  <DownloadLink href={`/staff-payouts/${id}.csv`} look="quiet">
                    CSV
                  </DownloadLink>
                </span>
              ),
            },
            { name: t("title"), number: true, cell: ({ payouts }: PayoutList) => format.number(payouts) },
            {
              name: t("amount"),
              number: true,
              cell: ({ amount, currency }: PayoutList) => format.money(amount, currency),
            },
            { name: t("proposer"), cell: ({ proposer }: PayoutList) => proposer },
            { name: t("confirmer"), cell: ({ confirmer }: PayoutList) => confirmer },
          ]}
        />
        <PartnerForm key={key} site={key} {...common} />
      </div>
    </Screen>
  );
}

type PayoutProps = PostedPage<Did> & { site: string; currency: string; amount: number };

function PayoutForm({ site, currency, amount, ...common }: PayoutProps) {
  const t = useTexts("partners");
  const sum = useFormat().money(amount, currency);
  return (
    <div className="mb-4 max-w-xl">
      <p className="mb-3 font-semibold">{t("payable", { amount: sum })}</p>
      <PostedForm
        form="pay"
        about={{ site, currency }}
        {...common}
        of={[{ name: "iban", label: t("pay_from"), maxLength: 60, autoComplete: "off" }]}
        // each currency has a form of its own
        button={t("propose")}
        subject={sum}
      />
    </div>
  );
}

function PartnerForm({ site, ...common }: PostedPage<Did> & { site: string }) {
  const t = useTexts("partners");
  const termsFields = useTermsFields();
  return (
    <Section title={t("add")} className="surface-card max-w-3xl p-4 md:p-5">
      <PostedForm
        form="add"
        about={{ site }}
        {...common}
        inTwo
        of={[
          { name: "name", label: t("name"), note: t("name_note"), maxLength: 70, autoComplete: "off" },
          { name: "network", label: t("network"), note: t("network_note"), maxLength: 100, autoComplete: "off" },
          { name: "iban", label: t("iban"), maxLength: 60, autoComplete: "off", optional: true },
          { name: "currency", label: t("currency"), maxLength: 3, defaultValue: "EUR" },
          { name: "least", label: t("least"), inputMode: "decimal", defaultValue: "100" },
          ...termsFields,
        ]}
        button={t("add")}
      />
    </Section>
  );
}
