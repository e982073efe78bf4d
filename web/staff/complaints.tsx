import type { StaffComplaint } from "#contract/complaints.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Chip } from "#web/ui/chip.tsx";

function Entry({ complaint: { number, kind, text, received_at: at, open, answer } }: { complaint: StaffComplaint }) {
  const t = useTexts("decisions");
  const format = useFormat();
  const state = open ? "open" : answer ? "answered" : "closed";
  return (
    <li className="border-line border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-semibold">{t(`complaints.${kind}`, { number })}</span>
        <Chip tone={open ? "warning" : "plain"}>{t(`complaints.${state}`)}</Chip>
      </p>
      <p className="text-muted text-sm">{format.date(at)}</p>
      {text === "" ? null : <p className="mt-1 whitespace-pre-line break-words">{text}</p>}
      {answer === null ? null : (
        <>
          <p className="mt-2 text-muted text-sm">
            {t("object.answer")} · {format.date(answer.at)}
            {answer.by === null ? null : ` · ${answer.by}`}
          </p>
          <p className="whitespace-pre-line break-words">{answer.text}</p>
        </>
      )}
    </li>
  );
}

/** Complaints with the answers of staff. */
export function Complaints({ complaints }: { complaints: readonly StaffComplaint[] }) {
  return (
    <ul>
      {complaints.map((complaint) => (
        <Entry key={complaint.id} complaint={complaint} />
      ))}
    </ul>
  );
}
