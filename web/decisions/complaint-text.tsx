import type { Complaint, StaffComplaint } from "#contract/complaints.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Chip } from "#web/ui/chip.tsx";

/** A complaint with its answer, as its member sees it; staff also see who answered. */
export function ComplaintText({ complaint }: { complaint: Complaint | StaffComplaint }) {
  const { number, kind, text, received_at: at, answer, open } = complaint;
  const t = useTexts("decisions");
  const format = useFormat();
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-[1_1_10rem]">
          <h3 className="font-semibold">{t(`complaints.${kind}`, { number })}</h3>
          <p className="mt-0.5 text-muted text-sm">
            <time dateTime={at}>{format.date(at)}</time>
          </p>
        </div>
        <Chip tone={open ? "plain" : "good"}>
          {t(open ? "complaints.open" : answer ? "complaints.answered" : "complaints.closed")}
        </Chip>
      </div>
      {text === "" ? null : <p className="mt-2 whitespace-pre-line break-words">{text}</p>}
      {answer === null ? null : (
        <div className="mt-4 border-line border-t pt-4">
          <p className="text-muted text-sm">
            {t("object.answer")} · <time dateTime={answer.at}>{format.date(answer.at)}</time>
            {"by" in answer && answer.by !== null ? ` · ${answer.by}` : null}
          </p>
          <p className="mt-1 whitespace-pre-line break-words">{answer.text}</p>
        </div>
      )}
    </>
  );
}
