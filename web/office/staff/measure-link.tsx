import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Person } from "#contract/office.ts";
import type { Measure } from "#contract/sanctions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { MeasureDraft } from "./measure-parts.tsx";

/** A measure against one account, with which the form of another account of the same person begins. */
export type MeasurePreset = { measure: Measure; ground: MeasureDraft["ground"]; words: string };

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
