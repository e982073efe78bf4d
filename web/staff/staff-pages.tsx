import { ChartColumn, Coins, Server } from "lucide-react";
import type { StaffRole } from "#contract/constants.ts";
import { getMoney } from "#contract/money.ts";
import { getNumbers } from "#contract/numbers.ts";
import { getOperations } from "#contract/operations.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";

/** The pages of a role on which nothing waits: numbers, money and operations. */
export function StaffPages({ role }: { role: StaffRole }) {
  const names = { numbers: useTexts("numbers"), money: useTexts("money"), operations: useTexts("operations") };
  const pages = [
    { to: "/staff/numbers", call: getNumbers, icon: ChartColumn, name: names.numbers("title") },
    { to: "/staff/money", call: getMoney, icon: Coins, name: names.money("title") },
    { to: "/staff/operations", call: getOperations, icon: Server, name: names.operations("title") },
  ].filter(({ call }) => call.roles.includes(role));
  if (pages.length === 0) return null;
  return (
    <p className="mb-5 flex flex-wrap gap-3">
      {pages.map(({ to, icon: Icon, name }) => (
        <ButtonLink key={to} to={to} look="outline">
          <Icon aria-hidden className="size-5" />
          {name}
        </ButtonLink>
      ))}
    </p>
  );
}
