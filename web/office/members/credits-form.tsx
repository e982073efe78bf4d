import { useState } from "react";
import { changeCredits } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Section } from "./section.tsx";

/** Gives credits, or takes some; many wait for a second person. */
export function CreditsForm({ id }: { id: string }) {
  const t = useTexts("staff-members");
  const { run, ...state } = useCall(changeCredits);
  const [outcome, setOutcome] = useState<"booked" | "waits" | null>(null);
  return (
    <Section title={t("money.change")}>
      <StaffForm
        of={[
          {
            name: "amount",
            label: t("money.amount"),
            note: t("money.amount_note"),
            type: "number",
            step: 1,
            autoComplete: "off",
            required: true,
          },
          { name: "reason", label: t("money.reason"), maxLength: 500, autoComplete: "off", required: true },
        ]}
        state={state}
        send={({ amount = "", reason = "" }) => {
          setOutcome(null);
          return run({ body: { id, amount: Number(amount.replace("−", "-")), reason } });
        }}
        onDone={({ booked }) => setOutcome(booked ? "booked" : "waits")}
        button={t("money.send")}
      />
      <p role="status" className="mt-3">
        {outcome === null ? "" : t(`money.${outcome}`)}
      </p>
    </Section>
  );
}
