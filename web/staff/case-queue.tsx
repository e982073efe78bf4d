import { useCallback, useState } from "react";
import { data, Link } from "react-router";
import { answerTextLength } from "#contract/complaints.ts";
import { objectionLength } from "#contract/decisions.ts";
import type { QueuedCase, QueuedReport, QueuePlace } from "#contract/office.ts";
import { Thread } from "#web/decisions/complaint-text.tsx";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/case-queue.ts";
import { BuyerPayments } from "./buyer-payments.tsx";
import { type CaseQueueName, type Cases, decideCase, isCaseQueue, type Typed, takeCalls } from "./case-calls.ts";
import { Complaints } from "./complaints.tsx";
import { FindComplaint } from "./find-complaint.tsx";
import { loadQueues } from "./load-queue.ts";
import { PersonLine } from "./person-line.tsx";
import { QueuePage } from "./queue-page.tsx";
import { ReportDetails } from "./report-list.tsx";
import { SavedReplies } from "./saved-replies.tsx";
import { useCaseChoices } from "./use-case-choices.ts";
import { pageSize } from "./use-queue.ts";

export async function loader({ context, params: { queue } }: Route.LoaderArgs) {
  if (!isCaseQueue(queue)) throw data({ message: "" }, { status: 404 });
  return { queue, queues: await loadQueues(context, queue) };
}

const untyped: Typed = { words: "", unfounded: false };

/** The queue is not loaded again while staff work through it. */
export function shouldRevalidate({
  currentParams,
  nextParams,
}: {
  currentParams: object;
  nextParams: object;
}): boolean {
  return JSON.stringify(currentParams) !== JSON.stringify(nextParams);
}

/** What was decided on, for the one who answers an objection. */
function DecidedReport({ report, name }: { report: QueuedReport; name: string }) {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  return (
    <section aria-labelledby="decided-report" className="mt-5 border-line border-t pt-4">
      <h2 id="decided-report" className="font-semibold">
        {t("evidence.report")} · {moderation(`reasons.${report.reason}`)} · {t(`about.${report.about}`)}
      </h2>
      {report.reported === null ? null : (
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="text-muted text-sm">{t("queue.reported_wrote")}</span>
          <Link to={`/staff/members/${report.reported.id}`} className="link inline-block py-1.5">
            {report.reported.name}
          </Link>
          <MemberLabel member={{ fictional: report.reported.fictional, automatic: false }} />
        </p>
      )}
      <ReportDetails key={report.id} report={report} name={name} />
      <p className="mt-3 text-muted text-sm">{t("evidence.who_sees")}</p>
    </section>
  );
}

function Case({ item, queue }: { item: QueuedCase; queue: CaseQueueName }) {
  const t = useTexts("staff");
  const { id, member, site, since, text, facts, earlier, report, thread } = item;
  const shownMember = member ?? { id, name: t("queue.no_member"), fictional: false };
  return (
    <div className="p-4 md:p-5">
      <PersonLine member={shownMember} site={site} since={since} linked={member !== null}>
        {item.urgent ? <Chip tone="warning">{t("reports.urgent")}</Chip> : null}
      </PersonLine>
      {text === "" ? null : (
        <blockquote className="mt-4 whitespace-pre-line break-words border-primary border-s-4 ps-4 text-lg">
          {text}
        </blockquote>
      )}
      {facts.length === 0 ? null : (
        <dl className="mt-4 grid gap-3 sm:grid-cols-2">
          {facts.map(({ label, value }) => (
            <div key={label} className="min-w-0">
              <dt className="text-muted text-sm">{t(`fact.${label}`)}</dt>
              <dd className="whitespace-pre-line break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Thread messages={thread} sender={t("queue.sender_wrote")} />
      {report === null ? null : <DecidedReport report={report} name={shownMember.name} />}
      {queue === "withdrawals" ? <BuyerPayments payments={item.payments} /> : null}
      {earlier.length === 0 ? null : (
        <section aria-labelledby="earlier" className="mt-5 border-line border-t pt-4">
          <h2 id="earlier" className="font-semibold">
            {t("queue.earlier")}
          </h2>
          <Complaints complaints={earlier} />
        </section>
      )}
    </div>
  );
}

/** The queues of items to read: texts, objections, reviews, complaints, withdrawals, payments, proposals. */
export default function CaseQueue({ loaderData: { queue, queues } }: Route.ComponentProps) {
  const t = useTexts("staff");
  const choices = useCaseChoices(queue);
  const [typed, setTyped] = useState({ id: "", ...untyped });
  const typedFor = ({ id }: QueuedCase): Typed => {
    const { id: of, ...rest } = typed;
    return of === id ? rest : untyped;
  };
  const wordsFor = (item: QueuedCase) => typedFor(item).words;
  const type = (item: QueuedCase, changed: Partial<Typed>) => setTyped({ id: item.id, ...typedFor(item), ...changed });
  const take = useCallback(
    (after: QueuePlace | undefined): Promise<Cases> => call(takeCalls[queue], { body: { count: pageSize, after } }),
    [queue],
  );
  const isAnswer = queue === "complaints" || queue === "withdrawals";
  const hasWords = isAnswer || queue === "objections";
  return (
    <QueuePage
      key={queue}
      name={queue}
      queues={queues}
      take={take}
      decide={(item, verdict) => decideCase(queue, item, verdict, { ...typedFor(item), words: wordsFor(item).trim() })}
      // a confirmed proposal can turn out to be impossible by now
      waits={(item) => queue === "proposals" || wordsFor(item).trim() !== ""}
      choices={(item) => choices(item, wordsFor(item).trim())}
      title={({ member }) => member?.name ?? t("queue.no_member")}
      more={queue === "complaints" ? <FindComplaint /> : null}
    >
      {(item) => (
        <>
          <Case item={item} queue={queue} />
          {hasWords ? (
            <div className="px-4 pb-2 md:px-5">
              <TextArea
                name="words"
                label={t(queue === "withdrawals" ? "evidence.answer_buyer" : isAnswer ? "queue.answer" : "queue.words")}
                note={
                  isAnswer ? t(queue === "withdrawals" ? "evidence.answer_buyer_note" : "queue.answer_note") : undefined
                }
                className={isAnswer ? "min-h-36" : ""}
                maxLength={isAnswer ? answerTextLength : objectionLength}
                value={wordsFor(item)}
                onChange={({ target }) => type(item, { words: target.value })}
              />
              <SavedReplies replies={item.replies} words={wordsFor(item)} onChange={(words) => type(item, { words })} />
              {queue === "objections" ? (
                <Checkbox
                  name="unfounded"
                  label={t("queue.unfounded_appeal")}
                  checked={typedFor(item).unfounded}
                  onChange={({ target }) => type(item, { unfounded: target.checked })}
                />
              ) : null}
            </div>
          ) : null}
        </>
      )}
    </QueuePage>
  );
}
