import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Person } from "#contract/office.ts";
import type { AccountStatus } from "#contract/sanctions.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { useOwnSites } from "./own-sites.tsx";

type Props = {
  member: Person;
  age?: number;
  site: string;
  since: string;
  /** False: the item is no member's. */
  linked?: boolean;
  children?: ReactNode;
};

export function PersonLine({ member, age, site, since, linked = true, children }: Props) {
  const { nameOf } = useOwnSites();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="font-semibold">
        {linked ? (
          <Link to={`/staff/members/${member.id}`} className="link inline-block py-1.5">
            {member.name}
          </Link>
        ) : (
          member.name
        )}
        {age === undefined ? null : `, ${age}`}
      </p>
      <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
      <p className="text-muted text-sm">
        {nameOf(site)} · <Age since={since} />
      </p>
      {children}
    </div>
  );
}

/** How long something waits. A minute may pass between the server's page and its scripts. */
function Age({ since }: { since: string }) {
  const format = useFormat();
  return (
    <time dateTime={since} title={`${format.date(since)} ${format.time(since)}`} suppressHydrationWarning>
      {format.ago(since)}
    </time>
  );
}

export function StatusChip({ status }: { status: AccountStatus }) {
  const t = useTexts("staff-members");
  return <Chip tone={status === "active" ? "good" : "warning"}>{t(`status.${status}`)}</Chip>;
}
