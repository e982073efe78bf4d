import { Copy } from "lucide-react";
import { type Ref, useState } from "react";
import { Link } from "react-router";
import { allHelplinesUrl, helplineOf } from "#contract/helplines.ts";
import { type QueuedReports, writePoliceText } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { WriteForm } from "#web/office/members/write-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { isAboutDanger } from "./about-danger.ts";

/** The numbers to call in a country; `crisis`: with the helpline for those who may harm themselves. */
function Numbers({ code, crisis }: { code: string; crisis: boolean }) {
  const t = useTexts("staff");
  const country = useFormat().country(code);
  const numbers = helplineOf(code);
  if (numbers === undefined) return <li>{t("danger.emergency_unknown", { country })}</li>;
  return (
    <>
      <li>{t("danger.emergency", { country, number: numbers.emergency })}</li>
      {crisis && numbers.lines !== undefined ? <li>{t("danger.crisis", { country, number: numbers.lines })}</li> : null}
    </>
  );
}

type Props = { item: QueuedReports; ref?: Ref<HTMLDivElement>; onWritten?: () => void };

/**
 * All that staff need for an urgent report, the same if its reporter or staff said that someone is in danger: numbers
 * to call where the members live, what to write to them, and what to tell the police.
 */
export function Danger({ item, ref, onWritten }: Props) {
  const { id, member, about, danger, reports } = item;
  const t = useTexts("staff");
  const people = danger ?? [];
  const isDanger = isAboutDanger(item);
  // if no one is said to be in danger, the reported member may need help all the same, such as a child
  const places = isDanger ? people.map(({ country }) => country) : about === null ? [] : [about.country];
  return (
    <div ref={ref} tabIndex={-1} className="mt-5 space-y-2 rounded-md bg-danger-tint p-4 lg:mt-4">
      <p>
        {t("queue.urgent_note")}{" "}
        <Link to="/staff/guide" className="link">
          {t("guide.open")}
        </Link>
      </p>
      {isDanger || places.length > 0 ? (
        <ul className="list-disc ps-5">
          {[...new Set(places)].map((code) => (
            <Numbers key={code} code={code} crisis={isDanger} />
          ))}
          {isDanger ? (
            <li>
              <a href={allHelplinesUrl} target="_blank" rel="noreferrer" className="link inline-block py-1">
                {t("danger.all")}
              </a>
            </li>
          ) : null}
        </ul>
      ) : null}
      {places.length > 0 ? <p className="text-sm">{t("danger.abroad")}</p> : null}
      {people.map((person) => (
        <WriteTo key={person.id} person={person} onWritten={onWritten} />
      ))}
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

type WriteToProps = { person: NonNullable<QueuedReports["danger"]>[number]; onWritten: Props["onWritten"] };

/** A message to a member who may be in danger, beside the case: with texts for self-harm and for threats. */
function WriteTo({ person, onWritten }: WriteToProps) {
  const t = useTexts("staff");
  if (person.replies.length === 0) return null;
  const party = t(person.reported ? "queue.reported_wrote" : "queue.reporter_wrote");
  return (
    <details>
      <summary className="link inline-block cursor-pointer py-1.5">
        {t("danger.write_to", { name: person.name, party })}
      </summary>
      <div className="mt-2 rounded-md bg-surface p-4">
        <WriteForm member={person} replies={person.replies} {...(onWritten && { onSent: onWritten })} />
      </div>
    </details>
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
