import type { ReactNode } from "react";
import type { Person } from "#contract/office.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Age } from "./age.tsx";

type Props = { member: Person; age?: number; site: string; since: string; children?: ReactNode };

/** The member and site of an item, and how long it has waited. */
export function PersonLine({ member, age, site, since, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="font-semibold">
        {member.name}
        {age === undefined ? null : `, ${age}`}
      </p>
      <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
      <p className="text-muted text-sm">
        {site} · <Age since={since} />
      </p>
      {children}
    </div>
  );
}
