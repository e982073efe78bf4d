import type { StaffComplaint } from "#contract/complaints.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ComplaintText } from "#web/moderation/decisions/complaint-text.tsx";

/** Complaints with how staff know who sent them, and the answers. */
export function Complaints({ complaints }: { complaints: readonly StaffComplaint[] }) {
  const t = useTexts("staff");
  return (
    <ul>
      {complaints.map((complaint) => (
        <li key={complaint.id} className="border-line border-b py-3 last:border-b-0">
          <ComplaintText complaint={complaint} sender={t("queue.sender_wrote")} />
          {complaint.kind === "message" ? null : (
            <p className="mt-2 text-muted text-sm">{t(`sender.${complaint.sender}`)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
