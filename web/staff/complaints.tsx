import type { StaffComplaint } from "#contract/complaints.ts";
import { ComplaintText } from "#web/decisions/complaint-text.tsx";

/** Complaints with the answers of staff. */
export function Complaints({ complaints }: { complaints: readonly StaffComplaint[] }) {
  return (
    <ul>
      {complaints.map((complaint) => (
        <li key={complaint.id} className="border-line border-b py-3 last:border-b-0">
          <ComplaintText complaint={complaint} />
        </li>
      ))}
    </ul>
  );
}
