import { useCallback, useState } from "react";
import { data } from "react-router";
import { answerTextLength } from "#contract/complaints.ts";
import { objectionLength } from "#contract/decisions.ts";
import type { QueuedCase } from "#contract/office.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/case-queue.ts";
import { type CaseQueueName, type Cases, decideCase, isCaseQueue, type Typed, takeCalls } from "./case-calls.ts";
import { Complaints } from "./complaints.tsx";
import { FindComplaint } from "./find-complaint.tsx";
import { loadQueueLength } from "./load-queue.ts";
import { PersonLine } from "./person-line.tsx";
import { QueuePage } from "./queue-page.tsx";
import { ReportedChat } from "./reported-chat.tsx";
import { useCaseChoices } from "./use-case-choices.ts";
import { type After, pageSize } from "./use-queue.ts";

export async function loader({ context, params: { queue } }: Route.LoaderArgs) {
  if (!isCaseQueue(queue)) throw data({ message: "" }, { status: 404 });
  return { queue, waiting: await loadQueueLength(context, queue) };
}

const untyped: Typed = { words: "", unfounded: false, authority_told: false };

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

function Case({ item, queue }: { item: QueuedCase; queue: CaseQueueName }) {
  const t = useTexts("staff");
  const { id, member, site, since, text, facts, image, kind, earlier, urgent } = item;
  const shownMember = member ?? { id, name: t("queue.no_member"), fictional: false };
  return (
    <>
      {image === null ? null : (
        <img key={id} src={image} alt={t("queue.photo_of", { name: shownMember.name })} className="queue-photo" />
      )}
      <div className="p-4 md:p-5">
        {urgent ? (
          <div className="mb-4">
            <Chip tone="warning">{t("queue.urgent")}</Chip>
            <p className="mt-2">{t("queue.urgent_note")}</p>
          </div>
        ) : null}
        <PersonLine member={shownMember} site={site} since={since} linked={member !== null} />
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
        {queue === "reports" && kind === "chat" ? <ReportedChat key={id} id={id} /> : null}
        {earlier.length === 0 ? null : (
          <section aria-labelledby="earlier" className="mt-5 border-line border-t pt-4">
            <h2 id="earlier" className="font-semibold">
              {t("queue.earlier")}
            </h2>
            <Complaints complaints={earlier} />
          </section>
        )}
      </div>
    </>
  );
}

/** The queues of items to read: texts, reports, objections, reviews, complaints, withdrawals, payments, proposals. */
export default function CaseQueue({ loaderData: { queue, waiting } }: Route.ComponentProps) {
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
    (after: After): Promise<Cases> => call(takeCalls[queue], { body: { count: pageSize, after } }),
    [queue],
  );
  const [note, setNote] = useState("");
  const decide = async (item: QueuedCase, verdict: string) => {
    setNote("");
    const answer = await decideCase(queue, item, verdict, { ...typedFor(item), words: wordsFor(item).trim() });
    if (answer.note === "already_banned") setNote(t("queue.banned_already", { name: item.member?.name ?? "" }));
  };
  const isAnswer = queue === "complaints";
  const hasWords = isAnswer || queue === "reports" || queue === "objections";
  return (
    <QueuePage
      key={queue}
      name={queue}
      waiting={waiting}
      take={take}
      decide={decide}
      note={note}
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
                label={t(isAnswer ? "queue.answer" : "queue.words")}
                note={isAnswer ? t("queue.answer_note") : undefined}
                className={isAnswer ? "min-h-36" : ""}
                maxLength={isAnswer ? answerTextLength : objectionLength}
                value={wordsFor(item)}
                onChange={({ target }) => type(item, { words: target.value })}
              />
              {queue === "reports" && item.urgent ? (
                <Checkbox
                  name="authority_told"
                  label={t("queue.authority_told")}
                  checked={typedFor(item).authority_told}
                  onChange={({ target }) => type(item, { authority_told: target.checked })}
                />
              ) : null}
              {queue === "complaints" ? null : (
                <Checkbox
                  name="unfounded"
                  label={t(`queue.unfounded_${queue === "reports" ? "report" : "appeal"}`)}
                  checked={typedFor(item).unfounded}
                  onChange={({ target }) => type(item, { unfounded: target.checked })}
                />
              )}
            </div>
          ) : null}
        </>
      )}
    </QueuePage>
  );
}
