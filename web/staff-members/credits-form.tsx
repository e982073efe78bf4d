import { useState } from "react";
import { useRevalidator } from "react-router";
import { changeCredits } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Fields } from "#web/ui/fields.tsx";
import { Section } from "./section.tsx";

/** Gives credits, or takes some; many wait for a second person. */
export function CreditsForm({ id }: { id: string }) {
  const t = useTexts("staff-members");
  const { run, pending, failure } = useCall(changeCredits);
  const { revalidate } = useRevalidator();
  const [outcome, setOutcome] = useState<"booked" | "waits" | null>(null);
  // an empty form for the next change: pressing the button again books nothing twice
  const [round, setRound] = useState(0);
  return (
    <Section title={t("money.change")}>
      <CallForm
        key={round}
        failure={failure}
        onSubmit={async ({ amount = "", reason = "" }) => {
          setOutcome(null);
          const answer = await run({ body: { id, amount: Number(amount.replace("−", "-")), reason } });
          if (!answer) return;
          setOutcome(answer.booked ? "booked" : "waits");
          setRound((before) => before + 1);
          await revalidate();
        }}
      >
        <Fields
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
        />
        <Button type="submit" pending={pending}>
          {t("money.send")}
        </Button>
      </CallForm>
      <p role="status" className="mt-3">
        {outcome === null ? "" : t(`money.${outcome}`)}
      </p>
    </Section>
  );
}
