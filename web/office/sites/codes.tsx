import { useRevalidator } from "react-router";
import { dayOf } from "#contract/days.ts";
import { getStaffCodes, type ShownCode, switchStaffCode } from "#contract/staff-sites.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import type { Route } from "./+types/codes.ts";
import { CodeForm } from "./code-form.tsx";
import { ProposedNote } from "./save-buttons.tsx";
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

/** D7.6: the discount codes of a site: what they give, who may use them, and how often they were used. */
export default function Codes({ loaderData: { sites, key, codes, currencies, proposed } }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  const discount = useDiscount();
  const describeLimits = ({ country, expires, first_purchase, personal }: ShownCode) => {
    const limits: string[] = [];
    if (country !== null) limits.push(format.country(country));
    if (first_purchase) limits.push(t("codes.first_purchase"));
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
