import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { getOperations, lastNames, retryJob, retryJobs } from "#contract/operations.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { TableCard } from "#web/office/numbers/data-table.tsx";
import { Waiting } from "#web/office/numbers/waiting.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/operations.ts";

type Answer = AnswerOf<typeof getOperations>;

export async function loader({ context }: Route.LoaderArgs) {
  return await loadStaff(context, getOperations);
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <Section title={name} heading="mb-3 text-lg" className="surface-card min-w-0 p-4 md:p-5">
    {children}
  </Section>
);

function Health({ health }: Pick<Answer, "health">) {
  const t = useTexts("operations");
  const format = useFormat();
  const facts = {
    database_ms: `${format.number(health.database_ms)} ms`,
    connections: t("health.of", { count: health.connections, most: health.most_connections }),
    database_bytes: format.size(health.database_bytes),
    memory: format.size(health.memory_bytes),
    up: format.duration(health.up_seconds),
    version: health.commit === null ? health.version : `${health.version} (${health.commit})`,
    disk: health.disk_free === null ? "–" : format.percent(health.disk_free),
  };
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
      {(Object.keys(facts) as (keyof typeof facts)[]).map((name) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-muted">{t(`health.${name}`)}</dt>
          <dd className="font-semibold text-lg tabular-nums">{facts[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Row({ name, className, children }: { name: ReactNode; className: string; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span>{name}</span>
      <span className={`text-end font-semibold ${className}`}>{children}</span>
    </li>
  );
}

/** Shows when each part last worked; what has never worked, or is not known here, says so. */
function Last({ last, at }: Pick<Answer, "last" | "at">) {
  const t = useTexts("operations");
  const format = useFormat();
  return (
    <ul className="divide-y divide-line text-sm">
      {lastNames.map((name) => {
        const time = last[name];
        const isLate = name === "worker" && time !== null && Date.parse(at) - Date.parse(time) > 3 * 60_000;
        return (
          <Row
            key={name}
            name={t(`last.${name}`)}
            className={`rounded-full px-3 py-1 tabular-nums ${isLate ? "bg-bad-tint" : ""}`}
          >
            {time === null ? t("last.never") : `${format.date(time)}, ${format.time(time)}`}
          </Row>
        );
      })}
    </ul>
  );
}

/** What is not the real thing is marked by its words and a tint. */
function Connected({ parts }: Pick<Answer, "parts">) {
  const t = useTexts("operations");
  const tint = { configured: "bg-good-tint", test: "bg-warning-tint", stand_in: "bg-warning-tint", off: "bg-tint" };
  return (
    <ul className="divide-y divide-line text-sm">
      {parts.map(({ name, state }) => (
        <Row key={name} name={t(`parts.${name}`)} className={`rounded-full px-3 py-1 ${tint[state]}`}>
          {t(`state.${state}`)}
        </Row>
      ))}
    </ul>
  );
}

/** Who is the primary, and how far the replicas are that could take its place. */
function Replication({ replication: { address, timeline, replicas } }: Pick<Answer, "replication">) {
  const t = useTexts("operations");
  const format = useFormat();
  return (
    <ul className="divide-y divide-line text-sm">
      <Row name={`${t("replication.primary")} ${address}`} className="tabular-nums">
        {t("replication.timeline", { number: timeline })}
      </Row>
      {replicas.map(({ name, address: at, synchronous, behind_bytes: behind }) => (
        <Row
          key={`${name} ${at}`}
          name={`${t(synchronous ? "replication.synchronous" : "replication.replica")}: ${name} ${at}`}
          className="tabular-nums"
        >
          {t("replication.behind", { size: format.size(behind) })}
        </Row>
      ))}
      {replicas.length === 0 ? <li className="py-2 text-muted">{t("replication.none")}</li> : null}
    </ul>
  );
}

function DeadLetters({ dead }: Pick<Answer, "dead">) {
  const t = useTexts("operations");
  const format = useFormat();
  return (
    <>
      <p className="mb-3 max-w-prose text-muted text-sm">{t("dead.means")}</p>
      {dead.letters.length === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <>
          <ul className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
            {dead.counts.map(({ job, count }) => (
              <li key={job} className="flex items-center gap-2">
                {job} {format.number(count)}
                {count > 1 ? <RetryButton job={job} /> : null}
              </li>
            ))}
          </ul>
          <ul aria-label={t("dead.title")} className="divide-y divide-line border-line border-t text-sm">
            {dead.letters.map(({ id, job, at, attempts, error }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 grow basis-60">
                  <p className="font-semibold">{job}</p>
                  <p className="text-muted">
                    {format.date(at)}, {format.time(at)} · {t("dead.attempts", { count: attempts })}
                  </p>
                  <p className="wrap-anywhere">{error}</p>
                </div>
                <RetryButton id={id} job={job} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** D12: what runs, what waits, what failed, and what is configured. */
export default function Operations({
  loaderData: { at, health, replication, last, parts, queues, jobs, dead, feedback },
}: Route.ComponentProps) {
  const t = useTexts("operations");
  const format = useFormat();
  return (
    <Screen title={t("title")}>
      <div className="mb-5 grid gap-5 md:grid-cols-2">
        <Part name={t("health.title")}>
          <Health health={health} />
        </Part>
        <Part name={t("last.title")}>
          <Last last={last} at={at} />
        </Part>
        <Part name={t("parts.title")}>
          <Connected parts={parts} />
        </Part>
        <Part name={t("replication.title")}>
          <Replication replication={replication} />
        </Part>
      </div>
      <div className="grid gap-5">
        <Waiting queues={queues} at={at} />
        <Part name={t("dead.title")}>
          <DeadLetters dead={dead} />
        </Part>
        <TableCard
          name={t("mail.title")}
          none={t("none")}
          rows={feedback}
          keyOf={({ kind }) => kind}
          columns={[
            { name: t("mail.kind"), cell: ({ kind }) => t(`mail.${kind}`) },
            { name: t("mail.day"), number: true, cell: ({ day }) => format.number(day) },
            { name: t("mail.week"), number: true, cell: ({ week }) => format.number(week) },
          ]}
        />
        <TableCard
          name={t("jobs.title")}
          none={t("none")}
          rows={jobs}
          keyOf={({ name }) => name}
          columns={[
            { name: t("jobs.job"), cell: ({ name }) => name },
            { name: t("jobs.waiting"), number: true, cell: ({ waiting }) => format.number(waiting) },
            {
              name: t("jobs.due"),
              number: true,
              cell: ({ due_since: due }) =>
                due === null ? "–" : format.duration((Date.parse(at) - Date.parse(due)) / 1000),
            },
          ]}
        />
      </div>
    </Screen>
  );
}

/** Queues a dead letter of a job again; without an id, all of them. */
function RetryButton({ job, id }: { job: string; id?: string }) {
  const t = useTexts("operations");
  const one = useCall(retryJob);
  const all = useCall(retryJobs);
  const { pending, failure } = id === undefined ? all : one;
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const queue = async () => {
    if (id !== undefined) return (await one.run({ body: { id } })) && t("dead.queued", { job });
    const answer = await all.run({ body: { job } });
    return answer && t("dead.queued_all", { job, count: answer.count });
  };
  return (
    <>
      <FormError failure={failure} />
      <Button
        look="outline"
        pending={pending}
        onClick={async () => {
          const title = await queue();
          if (title === null) return;
          toast({ title });
          await revalidate();
        }}
      >
        {t(id === undefined ? "dead.all" : "dead.again")} <span className="sr-only">{job}</span>
      </Button>
    </>
  );
}
