import { Copy } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { allHelplinesUrl, helplineOf } from "#contract/helplines.ts";
import { type QueuedReports, writePoliceText } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";

/** What to do about an urgent report: numbers to call where the member lives, and what to tell the police. */
export function Danger({ item: { id, member, about, reports } }: { item: QueuedReports }) {
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const format = useFormat();
  const isDanger = reports.some(({ reason }) => reason === "danger");
  const country = about === null ? null : format.country(about.country);
  const numbers = about === null ? undefined : helplineOf(about.country);
  return (
    <div className="mb-4 space-y-2 rounded-md bg-danger-tint p-4">
      <p>
        {t("queue.urgent_note")}{" "}
        <Link to="/staff/guide" className="link">
          {t("guide.open")}
        </Link>
      </p>
      {isDanger ? (
        <ul className="list-disc ps-5">
          {country === null ? null : numbers === undefined ? (
            <li>{t("danger.emergency_unknown", { country })}</li>
          ) : (
            <>
              <li>{t("danger.emergency", { country, number: numbers.emergency })}</li>
              {numbers.lines === undefined ? null : <li>{t("danger.crisis", { country, number: numbers.lines })}</li>}
            </>
          )}
          <li>
            <a href={allHelplinesUrl} target="_blank" rel="noreferrer" className="link inline-block py-1">
              {t("danger.all")}
            </a>
          </li>
          {member === null || member.fictional ? null : (
            <li>
              <Link to={`/staff/members/${id}#write`} className="link inline-block py-1">
                {file("write.title")}
              </Link>
            </li>
          )}
        </ul>
      ) : null}
      <dl className="grid gap-2 text-sm">
        {reports.map((report) => (
          <Fact key={report.id} term={t("danger.report")} className="break-all">
            {report.id}
          </Fact>
        ))}
        {member === null ? null : (
          <Fact term={t("child.account")} className="break-all">
            {id}
          </Fact>
        )}
      </dl>
      {reports.map((report) => (report.reason === "danger" ? <PoliceText key={report.id} id={report.id} /> : null))}
    </div>
  );
}

/** All that the police need, to copy at once: who, what and when. The log says that it was opened. */
function PoliceText({ id }: { id: string }) {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const toast = useToast();
  const { run, pending, failure } = useCall(writePoliceText);
  const [text, setText] = useState<string | null>(null);
  if (text === null) {
    return (
      <>
        <FormError failure={failure} />
        <Button
          look="outline"
          pending={pending}
          onClick={() => run({ body: { id } }, (answer) => setText(answer.text))}
        >
          {t("police.open")}
        </Button>
      </>
    );
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: moderation("copied") });
    } catch {
      toast({ title: moderation("copy_failed"), tone: "bad" });
    }
  };
  return (
    <div>
      <TextArea name="police" label={t("police.label")} value={text} rows={12} className="max-h-96 text-sm" readOnly />
      <Button look="outline" onClick={() => void copy()}>
        <Copy aria-hidden className="size-5" />
        {t("police.copy")}
      </Button>
    </div>
  );
}
