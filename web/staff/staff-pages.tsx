import { ChartColumn, Coins, Users } from "lucide-react";
import { figureRoles, type StaffRole } from "#contract/constants.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";

/** Links to the pages on which nothing waits: members for all, numbers and money for the roles that see them. */
export function StaffPages({ role }: { role: StaffRole }) {
  const numbers = useTexts("numbers");
  const money = useTexts("money");
  const members = useTexts("staff-members");
  return (
    <p className="mb-5 flex flex-wrap gap-3">
      <ButtonLink to="/staff/members" look="outline">
        <Users aria-hidden className="size-5" />
        {members("title")}
      </ButtonLink>
      {figureRoles.includes(role) ? (
        <>
          <ButtonLink to="/staff/numbers" look="outline">
            <ChartColumn aria-hidden className="size-5" />
            {numbers("title")}
          </ButtonLink>
          <ButtonLink to="/staff/money" look="outline">
            <Coins aria-hidden className="size-5" />
            {money("title")}
          </ButtonLink>
        </>
      ) : null}
    </p>
  );
}
