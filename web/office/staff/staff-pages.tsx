import { ChartColumn, Coins, Megaphone, Server, Settings2, Users } from "lucide-react";
import { adminRoles, figureRoles, type StaffRole, staffRoles } from "#contract/constants.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";

/** Links to the pages on which nothing waits, for the roles that see them. */
export function StaffPages({ role }: { role: StaffRole }) {
  const names = {
    members: useTexts("staff-members"),
    numbers: useTexts("numbers"),
    results: useTexts("results"),
    money: useTexts("money"),
    operations: useTexts("operations"),
    sites: useTexts("staff-sites"),
  };
  const pages = [
    { to: "/staff/members", roles: staffRoles, icon: Users, name: names.members("title") },
    { to: "/staff/numbers", roles: figureRoles, icon: ChartColumn, name: names.numbers("title") },
    { to: "/staff/results", roles: figureRoles, icon: Megaphone, name: names.results("title") },
    { to: "/staff/money", roles: figureRoles, icon: Coins, name: names.money("title") },
    { to: "/staff/operations", roles: adminRoles, icon: Server, name: names.operations("title") },
    { to: "/staff/site", roles: adminRoles, icon: Settings2, name: names.sites("title") },
  ].filter(({ roles }) => roles.includes(role));
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
