import { useEffect, useState } from "react";
import { Link, redirect, useLocation, useNavigate } from "react-router";
import { getStaff } from "#contract/staff.ts";
import { type FoundMember, findMembers } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFormat } from "#web/lib/use-format.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { loadStaff } from "#web/staff/load-staff.ts";
import { StatusChip } from "#web/staff/status-chip.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/find-members.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { staff } = await loadStaff(context, getStaff);
  if (staff === null) throw redirect("/staff");
  return null;
}

function Found({ members }: { members: readonly FoundMember[] }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  if (members.length === 0) return <p role="status">{t("find.none")}</p>;
  return (
    <ul className="surface-card px-4 md:px-5">
      {members.map((member) => (
        <li key={member.id} className="border-line border-b py-3 last:border-b-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Link to={`/staff/members/${member.id}`} className="link py-1.5 font-semibold">
              {member.name}
            </Link>
            <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
            <StatusChip status={member.status} />
          </p>
          <p className="text-muted text-sm">
            {member.site} · {t("fact.joined")}: {format.date(member.created_at)}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** D11.4: finds a member by whatever staff have of them. What is typed stands in the history, never in an address. */
export default function FindMembers() {
  const t = useTexts("staff-members");
  const { run, pending, failure } = useCall(findMembers);
  const location = useLocation();
  const navigate = useNavigate();
  const [before] = useState(() => (location.state as { sought?: string } | null)?.sought ?? "");
  const [members, setMembers] = useState<readonly FoundMember[] | null>(null);

  useEffect(() => {
    if (before !== "") void run({ body: { text: before } }).then((answer) => answer && setMembers(answer.members));
  }, [before, run]);

  return (
    <Screen title={t("title")} narrow>
      <CallForm
        role="search"
        failure={failure}
        className="mb-5"
        onSubmit={async ({ text = "" }) => {
          const answer = await run({ body: { text } });
          if (!answer) return;
          setMembers(answer.members);
          navigate(".", { replace: true, state: { sought: text }, preventScrollReset: true });
        }}
      >
        <TextField
          name="text"
          label={t("find.label")}
          note={t("find.note")}
          defaultValue={before}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
        />
        <Button type="submit" pending={pending}>
          {t("find.send")}
        </Button>
      </CallForm>
      {members === null ? null : <Found members={members} />}
    </Screen>
  );
}
