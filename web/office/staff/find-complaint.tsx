import { useState } from "react";
import { Link } from "react-router";
import { complaintStates } from "#contract/complaints.ts";
import { type FoundComplaint, findComplaints } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { ComplaintText } from "#web/moderation/decisions/complaint-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { optionsOf } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";

function Sender({ complaint: { member, email, site, sender, state } }: { complaint: FoundComplaint }) {
  const t = useTexts("staff");
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {member === null ? null : (
        <>
          <Link to={`/staff/members/${member.id}`} className="link py-1.5 font-semibold">
            {member.name}
          </Link>
          <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
        </>
      )}
      <span className="min-w-0 break-words text-muted text-sm">
        {email} · {site} · {t(`sender.${sender}`)} · {t(`complaint_state.${state}`)}
      </span>
    </p>
  );
}

/** Finds complaints by number, address or words, closed ones too. */
export function FindComplaint() {
  const t = useTexts("staff");
  const members = useTexts("staff-members");
  const { run, pending, failure } = useCall(findComplaints);
  const [complaints, setComplaints] = useState<readonly FoundComplaint[]>();
  return (
    <Section title={t("find_complaint.title")} className="mt-8 max-w-2xl border-line border-t pt-6">
      <CallForm
        role="search"
        failure={failure}
        onSubmit={({ text = "", state }) =>
          run({ body: { text, state: complaintStates.find((each) => each === state) } }, (answer) =>
            setComplaints(answer.complaints),
          )
        }
      >
        <TextField
          name="text"
          label={t("find_complaint.label")}
          note={t("find_complaint.note")}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
        />
        <SelectField
          name="state"
          label={t("find_complaint.state")}
          empty={t("list.any")}
          options={optionsOf(complaintStates, (state) => t(`complaint_state.${state}`))}
        />
        <Button type="submit" look="outline" pending={pending}>
          {members("find.send")}
        </Button>
      </CallForm>
      <div role="status" className="mt-4">
        {complaints?.length === 0 ? <p>{t("find_complaint.none")}</p> : null}
        {(complaints ?? []).map((complaint) => (
          <div key={complaint.id} className="surface-card mb-4 p-4 md:p-5">
            <Sender complaint={complaint} />
            <ComplaintText complaint={complaint} sender={t("queue.sender_wrote")} />
          </div>
        ))}
      </div>
    </Section>
  );
}
