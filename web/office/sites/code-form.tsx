import { useState } from "react";
import { discountValidities } from "#contract/discounts.ts";
import { addStaffCode } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { StaffForm, type Typed } from "#web/office/staff/staff-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { numberOf } from "./setting-value.ts";

/** The whole number of a field: null if it is empty; what is no number is refused by the server. */
function wholeOf(text = ""): number | null {
  const value = numberOf(text.trim());
  if (text.trim() === "") return null;
  return typeof value === "number" ? value : -1;
}

const kinds = ["percentage", "value"] as const;

export function CodeForm({ site, currencies }: { site: string; currencies: readonly string[] }) {
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
        value: kind === "value" ? wholeOf(fields.value) : null,
        currency: fields.currency || null,
        minimum: wholeOf(fields.minimum) ?? 0,
        country: (fields.country ?? "").trim().toUpperCase() || null,
        validity: discountValidities.find((each) => each === fields.validity) ?? "once-per-user",
        expires: fields.expires || null,
        first_purchase: fields.first_purchase !== undefined,
      },
    });
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
              choice(
                "kind",
                t("codes.discount"),
                optionsOf(kinds, (value) => t(`codes.as_${value}`)),
                { value: kind, onChange: ({ target }) => setKind(target.value === "value" ? "value" : "percentage") },
              ),
              kind === "percentage"
                ? { name: "percentage", label: t("codes.percentage"), inputMode: "numeric", maxLength: 2 }
                : { name: "value", label: t("codes.value"), note: t("prices.minor"), inputMode: "numeric" },
              {
                name: "minimum",
                label: t("codes.minimum"),
                note: t("prices.minor"),
                inputMode: "numeric",
                optional: true,
              },
              choice("currency", t("prices.currency"), optionsOf(currencies), {
                note: t("codes.currency_note"),
                empty: t("codes.any"),
              }),
              choice(
                "validity",
                t("codes.validity"),
                optionsOf(discountValidities, (value) => t(`codes.${value}`)),
                { defaultValue: "once-per-user" },
              ),
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
