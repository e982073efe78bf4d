import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Person } from "#contract/office.ts";
import type { AccountStatus } from "#contract/sanctions.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { useOwnSites } from "./own-sites.tsx";

type Props = {
  /** Null: the item is no member's. */
  member: Person | null;
  age?: number | undefined;
  site: string;
  since: string;
  children?: ReactNode;
};

export function PersonLine({ member, age, site, since, children }: Props) {
  const t = useTexts("staff");
  const { nameOf } = useOwnSites();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="font-semibold">
        {member === null ? (
          t("queue.no_member")
        ) : (
          <Link to={`/staff/members/${member.id}`} className="link inline-block py-1.5">
            {member.name}
          </Link>
        )}
        {age === undefined ? null : `, ${age}`}
      </p>
      <MemberLabel member={{ fictional: member?.fictional === true, automatic: false }} />
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
