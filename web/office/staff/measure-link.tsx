import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Person } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** Where staff take a measure against a member. */
export const measurePath = (memberId: string) => `/staff/members/${memberId}#measure`;

/** Where staff write to a member. */
export const writePath = (memberId: string) => `/staff/members/${memberId}#write`;

/** Leads to the measures against a member. */
export function MeasureLink({
  member: { id, name },
  children,
}: {
  member: Pick<Person, "id" | "name">;
  children?: ReactNode;
}) {
  const file = useTexts("staff-members");
  return (
    <Link to={measurePath(id)} className="link inline-block py-1.5">
      {children ?? `${file("measure.title")} · ${name}`}
    </Link>
  );
}
