import { useState } from "react";
import { useRevalidator } from "react-router";
import { dayOf } from "#contract/days.ts";
import { discountValidities } from "#contract/discounts.ts";
import { addStaffCode, getStaffCodes, type ShownCode, switchStaffCode } from "#contract/staff-sites.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { parseMoney } from "#web/office/money/parse-money.ts";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Section } from "#web/ui/section.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/codes.ts";
import { ProposedNote } from "./save-buttons.tsx";
import { numberOf } from "./setting-value.ts";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getStaffCodes, { query: readAskedSite(request) });
}

function SwitchButton({ site, code }: { site: string; code: ShownCode }) {
  const t = useTexts("staff-sites");
  const { run, pending, failure } = useCall(switchStaffCode);
  const { revalidate } = useRevalidator();
  return (
    <>
      <FormError failure={failure} />
      <Button
        look="outline"
        pending={pending}
        onClick={() => run({ body: { site, id: code.id, active: !code.active } }, () => revalidate())}
      >
        {t(code.active ? "codes.off" : "codes.on")} <span className="sr-only">{code.code}</span>
      </Button>
    </>
  );
}

function useDiscount() {
  const t = useTexts("staff-sites");
  const format = useFormat();
  return ({ percentage, value, currency, minimum }: ShownCode) => {
    const off = percentage === null ? format.money(value ?? 0, currency ?? "EUR") : format.percent(percentage / 100);
    return minimum > 0 && currency !== null ? t("codes.from", { off, minimum: format.money(minimum, currency) }) : off;
  };
}

/** Shows the discount codes of a site: what they give, who may use them, and how often they were used. */
export default function Codes({ loaderData: { sites, key, codes, currencies, proposed } }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  const discount = useDiscount();
  const describeLimits = ({ country, expires, first_purchase, personal, max_uses: most }: ShownCode) => {
    const limits: string[] = [];
    if (country !== null) limits.push(format.country(country));
    if (first_purchase) limits.push(t("codes.first_purchase"));
    if (most !== null) limits.push(t("codes.most", { most: format.number(most) }));
    if (personal) limits.push(t("codes.personal"));
    if (expires !== null) {
      // the last moment before it ends is on its last day
      const lastMoment = new Date(Date.parse(expires) - 1);
      limits.push(t("codes.until", { day: format.calendarDay(dayOf(lastMoment)) }));
    }
    return limits.join(", ");
  };
  return (
    <SiteFrame sites={sites} site={key}>
      <ProposedNote names={proposed} />
      <div className="surface-card mb-5 p-4 md:p-5">
        <h2 className="mb-3 text-xl">{t("tab.codes")}</h2>
        <DataTable
          caption={t("tab.codes")}
          rows={codes}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t("codes.code"),
              cell: ({ code }) => <code className="whitespace-nowrap font-semibold">{code}</code>,
            },
            { name: t("codes.discount"), cell: discount },
            { name: t("codes.validity"), cell: ({ validity }) => t(`codes.${validity}`) },
            { name: t("codes.limits"), cell: (code) => describeLimits(code) || "–" },
            { name: t("codes.spent"), number: true, cell: ({ spent }) => format.number(spent) },
            { name: t("codes.reserved"), number: true, cell: ({ reserved }) => format.number(reserved) },
            { name: t("codes.state"), cell: (code) => <SwitchButton site={key} code={code} /> },
          ]}
        />
      </div>
      <CodeForm key={key} site={key} currencies={currencies} />
    </SiteFrame>
  );
}

/** The whole number of a field: null if it is empty; what is no number is refused by the server. */
function wholeOf(text = ""): number | null {
  const value = numberOf(text.trim());
  if (text.trim() === "") return null;
  return typeof value === "number" ? value : -1;
}

/** The minor units of an amount such as `4.50`; the server refuses what is none. */
function amountOf(text = "", currency: string | undefined): number | null {
  if (text.trim() === "") return null;
  return parseMoney(text, currency || "EUR") ?? -1;
}

const kinds = ["percentage", "value"] as const;

function CodeForm({ site, currencies }: { site: string; currencies: readonly string[] }) {
  const t = useTexts("staff-sites");
  const toast = useToast();
  const { run, ...state } = useCall(addStaffCode);
  const [kind, setKind] = useState<(typeof kinds)[number]>("percentage");
  const add = (fields: Typed) =>
    run({
      body: {
        site,
        code: fields.code ?? "",
        percentage: kind === "percentage" ? wholeOf(fields.percentage) : null,
        value: kind === "value" ? amountOf(fields.value, fields.currency) : null,
        currency: fields.currency || null,
        minimum: amountOf(fields.minimum, fields.currency) ?? 0,
        country: (fields.country ?? "").trim().toUpperCase() || null,
        validity: discountValidities.find((each) => each === fields.validity) ?? "once-per-user",
        expires: fields.expires || null,
        first_purchase: fields.first_purchase !== undefined,
        max_uses: wholeOf(fields.max_uses),
      },
    });
  const kindOptions = optionsOf(kinds, (value) => t(`codes.as_${value}`));
  const validities = optionsOf(discountValidities, (value) => t(`codes.${value}`));
  return (
    <Section title={t("codes.new")} className="surface-card max-w-3xl p-4 md:p-5">
      <StaffForm
        state={state}
        send={add}
        onDone={({ proposed }, { code = "" }) =>
          toast(proposed.includes(code.trim()) ? { title: t("waits") } : { title: t("codes.added"), tone: "good" })
        }
        button={t("codes.add")}
      >
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          <Fields
            of={[
              { name: "code", label: t("codes.code"), note: t("codes.code_note"), maxLength: 40, autoComplete: "off" },
              choice("kind", t("codes.discount"), kindOptions, {
                value: kind,
                onChange: ({ target }) => setKind(target.value === "value" ? "value" : "percentage"),
              }),
              kind === "percentage"
                ? { name: "percentage", label: t("codes.percentage"), inputMode: "numeric", maxLength: 2 }
                : { name: "value", label: t("codes.value"), note: t("codes.amount_note"), inputMode: "decimal" },
              {
                name: "minimum",
                label: t("codes.minimum"),
                note: t("codes.amount_note"),
                inputMode: "decimal",
                optional: true,
              },
              choice("currency", t("prices.currency"), optionsOf(currencies), {
                note: t("codes.currency_note"),
                empty: t("codes.any"),
              }),
              choice("validity", t("codes.validity"), validities, { defaultValue: "once-per-user" }),
              {
                name: "max_uses",
                label: t("codes.max_uses"),
                note: t("codes.max_uses_note"),
                inputMode: "numeric",
                maxLength: 7,
                optional: true,
              },
              { name: "country", label: t("codes.country"), maxLength: 2, optional: true },
              { name: "expires", type: "date", label: t("codes.expires"), optional: true },
            ]}
          />
        </div>
        <Checkbox name="first_purchase" label={t("codes.first_purchase")} />
      </StaffForm>
    </Section>
  );
}
