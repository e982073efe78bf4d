import { useState } from "react";
import { Link } from "react-router";
import { clearLookAlike, type LookAlikes, lookAlikesCounted } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Section } from "#web/ui/section.tsx";
import { StatusChip } from "./person-line.tsx";

type AlikeProps = { id: string; member: LookAlikes["members"][number] };

/** One press says that an account is someone else's: it is remembered for the two, and can be taken back. */
function Alike({ id, member }: AlikeProps) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const [cleared, setCleared] = useState(member.cleared);
  const { run, pending, failure } = useCall(clearLookAlike);
  const say = (next: boolean) => run({ body: { id, other: member.id, cleared: next } }, () => setCleared(next));
  return (
    <li>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/staff/members/${member.id}`} className="link inline-block py-1.5">
          {member.name}
        </Link>
        <StatusChip status={member.status} />
        <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
        <span role="status" className="text-muted text-sm empty:hidden">
          {cleared ? t("same_text.cleared") : null}
        </span>
        <Button look="outline" pending={pending} onClick={() => say(!cleared)}>
          {cleared ? staff("queue.undo") : t("same_text.clear")}
        </Button>
      </p>
      <FormError failure={failure} />
    </li>
  );
}

/** Names other accounts of the site with the same "About me" as a member's, each with its state. */
export function SameText({ id, count, members }: LookAlikes & { id: string }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  if (members.length === 0) return null;
  const counted = (number: number) => `${format.number(number)}${count < lookAlikesCounted ? "" : "+"}`;
  const left = count - members.filter(({ cleared }) => !cleared).length;
  return (
    <Section title={t("same_text.title", { number: counted(count) })} heading="font-semibold" className="mt-3 w-full">
      <ul>
        {members.map((member) => (
          <Alike key={`${id} ${member.id}`} id={id} member={member} />
        ))}
      </ul>
      {left === 0 ? null : <p className="text-muted text-sm">{t("same_text.more", { number: counted(left) })}</p>}
    </Section>
  );
}
