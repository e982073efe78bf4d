import { useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import { openReportedChat } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";

/** The chat that a report is about, once it was asked for: the log says so (D11.4). */
export function ReportedChat({ id }: { id: string }) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(openReportedChat);
  const [lines, setLines] = useState<AnswerOf<typeof openReportedChat>["lines"] | null>(null);
  if (lines === null) {
    return (
      <div className="mt-4">
        <FormError failure={failure} />
        <Button
          look="outline"
          pending={pending}
          onClick={async () => {
            const answer = await run({ body: { id } });
            if (answer) setLines(answer.lines);
          }}
        >
          {t("queue.open_chat")}
        </Button>
      </div>
    );
  }
  return (
    <ol className="mt-4 grid gap-2">
      {lines.map(({ reported, text, at }) => (
        <li key={`${at} ${text}`} className={`rounded-md p-3 ${reported ? "bg-warning-tint" : "bg-tint"}`}>
          <p className="text-muted text-sm">{t(reported ? "queue.reported_wrote" : "queue.reporter_wrote")}</p>
          <p className="whitespace-pre-line break-words">{text}</p>
        </li>
      ))}
    </ol>
  );
}
