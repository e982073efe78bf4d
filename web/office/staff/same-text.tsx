import { Link } from "react-router";
import { type LookAlikes, lookAlikesCounted } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Section } from "#web/ui/section.tsx";
import { StatusChip } from "./person-line.tsx";

/** Names other accounts of the site with the same "About me", each with its state. */
export function SameText({ count, members }: LookAlikes) {
  const t = useTexts("staff-members");
  const format = useFormat();
  if (count === 0) return null;
  const counted = (number: number) => `${format.number(number)}${count < lookAlikesCounted ? "" : "+"}`;
  const left = count - members.length;
  return (
    <Section title={t("same_text.title", { number: counted(count) })} heading="font-semibold" className="mt-3 w-full">
      <ul>
        {members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={`/staff/members/${member.id}`} className="link inline-block py-1.5">
              {member.name}
            </Link>
            <StatusChip status={member.status} />
            <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
          </li>
        ))}
      </ul>
      {left === 0 ? null : <p className="text-muted text-sm">{t("same_text.more", { number: counted(left) })}</p>}
    </Section>
  );
}
