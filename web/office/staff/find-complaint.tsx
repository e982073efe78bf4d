import { useState } from "react";
import { Link } from "react-router";
import { complaintStates } from "#contract/complaints.ts";
import { type FoundComplaint, findComplaints } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { ComplaintText } from "#web/moderation/decisions/complaint-text.tsx";
import { FindSection } from "./find-section.tsx";
import { useOwnSites } from "./own-sites.tsx";

function Sender({ complaint: { member, email, site, sender, state } }: { complaint: FoundComplaint }) {
  const t = useTexts("staff");
  const { nameOf } = useOwnSites();
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
        {email} · {nameOf(site)} · {t(`sender.${sender}`)} · {t(`complaint_state.${state}`)}
      </span>
    </p>
  );
}

/** Finds complaints by number, address or words, closed ones too. */
export function FindComplaint() {
  const t = useTexts("staff");
  const { run, ...state } = useCall(findComplaints);
  const [complaints, setComplaints] = useState<readonly FoundComplaint[]>();
  return (
    <FindSection
      title={t("find_complaint.title")}
      note={t("find_complaint.note")}
      states={complaintStates}
      stateText={(each) => t(`complaint_state.${each}`)}
      onFind={(body) => run({ body }, (answer) => setComplaints(answer.complaints))}
      {...state}
    >
      {complaints?.length === 0 ? <p>{t("find_complaint.none")}</p> : null}
      {(complaints ?? []).map((complaint) => (
        <div key={complaint.id} className="surface-card mb-4 p-4 md:p-5">
          <Sender complaint={complaint} />
          <ComplaintText complaint={complaint} sender={t("queue.sender_wrote")} />
        </div>
      ))}
    </FindSection>
  );
}
