import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { decisionText } from "#contract/decision-text.ts";
import {
  clauseOf,
  type Decision,
  objectByLink,
  objectionLength,
  objectToDecision,
  settlementBodiesUrl,
} from "#contract/decisions.ts";
import { isByProgram } from "#contract/program-kinds.ts";
import { rich, useFormat, useTexts } from "#web/lib/texts.tsx";
import { useSend } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { linkTo } from "#web/ui/text-link.tsx";
import { useFocus } from "#web/ui/use-focus.ts";

type Props = { decision: Decision; token?: string | undefined; level?: "h2" | "h3" | "h4" };

/** One decision with its reasons; `token` is that of the link in its mail, for members who can't log in. */
export function Reasons({ decision, token, level: Heading = "h2" }: Props) {
  const t = useTexts("decisions");
  const format = useFormat();
  const { ground, words, until, created_at: at, source, content } = decision;
  return (
    <>
      <p className="text-muted text-sm">
        <time dateTime={at}>{format.date(at)}</time>
      </p>
      <Heading className="mt-1 font-semibold text-lg">{t(decisionText(decision.decision, ground))}</Heading>
      {until === null ? null : <p className="mt-1">{t("until", { date: format.date(until) })}</p>}
      {ground === null && words === "" && content === null && source === null ? null : (
        <dl className="mt-3 grid gap-2">
          {content === null ? null : (
            <Fact term={t("content")}>
              {t(`about.${content.about}`)}
              {content.at === null ? null : (
                <>
                  {", "}
                  <time dateTime={content.at}>{format.date(content.at)}</time>
                </>
              )}
              {content.text === "" ? null : (
                <blockquote className="mt-1 whitespace-pre-line break-words border-line border-s-4 ps-3">
                  {content.text}
                </blockquote>
              )}
            </Fact>
          )}
          {ground === null ? null : (
            <>
              <Fact term={t("why")}>{t(`ground.${ground}`)}</Fact>
              <Fact term={t("rule")}>
                <Link to={`/pages/terms#${clauseOf[ground]}`} className="link -my-2.5 inline-block py-2.5">
                  {t(`clause.${clauseOf[ground]}`)}
                </Link>
              </Fact>
            </>
          )}
          {source === null ? null : (
            <Fact term={t("found")}>{t(`source.${isByProgram(decision.decision) ? decision.decision : source}`)}</Fact>
          )}
          {words === "" ? null : (
            <Fact term={t("words")} className="whitespace-pre-line break-words">
              {words}
            </Fact>
          )}
        </dl>
      )}
      {isRelief(decision.decision) ? null : (
        <p className="mt-3 text-muted text-sm">
          {t(isByProgram(decision.decision) ? "program" : "person")}{" "}
          {isByProgram(decision.decision) && decision.objection === null ? `${t("program_appeal")} ` : null}
          {rich(t("redress"), { bodies: (words) => <a href={settlementBodiesUrl}>{words}</a> })}
        </p>
      )}
      <Objection decision={decision} token={token} />
    </>
  );
}

/** It takes back what was decided before: there is nothing to object to. */
const isRelief = (kind: Decision["decision"]): boolean =>
  kind === "restored" || kind === "warning_withdrawn" || kind === "rejection_withdrawn";

/** An own text was refused or taken down, which nothing puts back. */
const isText = (kind: Decision["decision"]): boolean =>
  kind === "text_rejected" || kind === "text_removed" || kind === "question_rejected";

export const entryClass = "surface-card min-w-0 scroll-mt-24 p-5 target:outline-2 target:outline-primary md:p-6";

export function Entry({ decision, token }: Pick<Props, "decision" | "token">) {
  return (
    <article id={decision.id} className={entryClass}>
      <Reasons decision={decision} token={token} />
    </article>
  );
}

/** The member's objection and its answer, or, until the deadline, the form to object. */
function Objection({ decision, token }: { decision: Decision; token?: string | undefined }) {
  const { id, objection, object_until: until } = decision;
  const t = useTexts("decisions");
  const shell = useTexts("shell");
  const format = useFormat();
  const { run, pending, failure } = useSend((call, body: { text: string }) =>
    token === undefined
      ? call(objectToDecision, { body: { id, ...body } })
      : call(objectByLink, { body: { token, ...body } }),
  );
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  // the form is gone then: the keyboard's place is what took it
  const sentLine = useFocus<HTMLParagraphElement>(open && objection !== null);
  // null: the form was not opened yet
  const [typed, setTyped] = useState<string | null>(null);
  const opener = useFocus<HTMLButtonElement>(!open && typed !== null);
  if (objection !== null) {
    const { answer, text, at } = objection;
    return (
      <div className="mt-4 border-line border-t pt-4">
        <p ref={sentLine} tabIndex={-1} className="font-semibold outline-none">
          {answer === null
            ? t("object.sent", { date: format.date(at) })
            : t(answer.upheld ? "object.upheld" : "object.rejected")}
        </p>
        {answer?.upheld && isText(decision.decision) ? (
          <p>{rich(t("object.write_again"), { link: linkTo("/profile") })}</p>
        ) : null}
        <p className="mt-2 text-muted text-sm">{t("object.yours")}</p>
        <p className="whitespace-pre-line break-words">{text}</p>
        {answer === null || answer.text === "" ? null : (
          <>
            <p className="mt-2 text-muted text-sm">{t("object.answer")}</p>
            <p className="whitespace-pre-line break-words">{answer.text}</p>
          </>
        )}
      </div>
    );
  }
  if (until === null) return null;
  return (
    <div className="mt-4 border-line border-t pt-4">
      <p className="text-muted">{t("object.until", { date: format.date(until) })}</p>
      {open ? (
        <CallForm className="mt-3" failure={failure} onSubmit={({ text = "" }) => run({ text }, revalidate)}>
          <TextArea
            name="text"
            label={t("object.label")}
            maxLength={objectionLength}
            defaultValue={typed ?? ""}
            onChange={({ target }) => setTyped(target.value)}
            required
            autoFocus
          />
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" pending={pending}>
              {t("object.send")}
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              {shell("cancel")}
            </Button>
          </div>
        </CallForm>
      ) : (
        <Button
          ref={opener}
          look="outline"
          className="mt-3"
          onClick={() => {
            setTyped(typed ?? "");
            setOpen(true);
          }}
        >
          {t("object.open")}
        </Button>
      )}
    </div>
  );
}
