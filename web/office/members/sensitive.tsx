import { useState } from "react";
import type { StaffRole } from "#contract/constants.ts";
import { revealFields, type SensitiveField, sensitiveFields, sensitiveRoles } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { Facts, Section } from "./section.tsx";

/** The fields that staff see one by one, each for a reason that is logged. They are gone with the page. */
export function Sensitive({ id, role }: { id: string; role: StaffRole }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { run, pending, failure } = useCall(revealFields);
  const [shown, setShown] = useState<Partial<Record<SensitiveField, string>>>({});
  const mayAsk = (field: SensitiveField) => (sensitiveRoles[field] as readonly StaffRole[]).includes(role);
  const words = (field: SensitiveField, value: string) => {
    if (value === "") return t("sensitive.nothing");
    return field === "date_of_birth" ? format.calendarDay(value) : value;
  };
  const known = sensitiveFields.filter((field) => shown[field] !== undefined);
  const hidden = sensitiveFields.filter((field) => mayAsk(field) && shown[field] === undefined);
  return (
    <Section title={t("sensitive.title")}>
      <div role="status">
        <Facts facts={known.map((field) => [t(`sensitive.${field}`), words(field, shown[field] ?? "")])} />
      </div>
      {hidden.length === 0 ? null : (
        <CallForm
          failure={failure}
          className="mt-3"
          onSubmit={async ({ field, reason = "" }) => {
            const asked = sensitiveFields.find((each) => each === field);
            const answer = asked && (await run({ body: { id, fields: [asked], reason } }));
            if (answer) setShown((before) => ({ ...before, [asked]: answer.fields[asked] ?? "" }));
          }}
        >
          <p className="mb-3 text-muted">{t("sensitive.text")}</p>
          <Fields
            of={[
              choice(
                "field",
                t("sensitive.which"),
                optionsOf(hidden, (value) => t(`sensitive.${value}`)),
              ),
              { name: "reason", label: t("sensitive.reason"), maxLength: 500, autoComplete: "off", required: true },
            ]}
          />
          <Button type="submit" look="outline" pending={pending}>
            {t("sensitive.show")}
          </Button>
        </CallForm>
      )}
    </Section>
  );
}
