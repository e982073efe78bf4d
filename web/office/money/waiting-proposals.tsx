import { useRevalidator } from "react-router";
import { decideProposal } from "#contract/office.ts";
import type { WaitingProposal } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Section } from "#web/office/members/section.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";

type Props = { waiting: readonly WaitingProposal[]; mayDecide: boolean };

/** Credits and refunds that wait for a second person; the one who proposed them can't decide. */
export function WaitingProposals({ waiting, mayDecide }: Props) {
  const t = useTexts("staff-members");
  const { run, pending, failure } = useCall(decideProposal);
  const { revalidate } = useRevalidator();
  const decide = (id: string, verdict: "confirmed" | "declined") => run({ body: { id, verdict } }, () => revalidate());
  return (
    <Section title={t("money.waiting")}>
      <FormError failure={failure} />
      <ul>
        {waiting.map(({ id, text, reason, by, own }) => (
          <li key={id} className="border-line border-b py-3 last:border-b-0">
            <p className="font-semibold">{text}</p>
            <p className="break-words text-muted text-sm">
              {by} · {reason}
            </p>
            {own || !mayDecide ? null : (
              <p className="mt-2 flex flex-wrap gap-3">
                <Button look="secondary" pending={pending} onClick={() => void decide(id, "confirmed")}>
                  {t("money.confirm")}
                </Button>
                <Button look="outline" pending={pending} onClick={() => void decide(id, "declined")}>
                  {t("money.refuse")}
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
