import type { ReactNode } from "react";
import { redirect } from "react-router";
import type { StaffRole } from "#contract/constants.ts";
import type { Ground } from "#contract/decisions.ts";
import { helplines } from "#contract/helplines.ts";
import { type QueueName, queueRoles } from "#contract/office.ts";
import { sanctionRoles } from "#contract/sanctions.ts";
import { getStaff } from "#contract/staff.ts";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/guide.ts";
import { loadStaff } from "./load-staff.ts";

export const handle: ScreenHandle = { who: "staff", texts: ["staff-guide", "decisions"] };

/** Those that are easily taken for another one, the gravest first. */
const explained = [
  "danger",
  "intimate",
  "child_abuse",
  "minor",
  "underage",
  "fake",
  "someone_else",
  "scam",
  "hatred",
  "misuse",
  "illegal",
  "other",
] as const satisfies readonly Ground[];

/** In the order of the queues; what a member spoke is heard in a report. */
const chapters = [
  "photos",
  "chat_photos",
  "reports",
  "voice",
  "objections",
  "verifications",
  "ages",
  "texts",
  "reviews",
  "complaints",
  "withdrawals",
  "payments",
  "proposals",
] as const satisfies (QueueName | "voice")[];

type PartProps = { id: string; title: string; children: ReactNode };

const Part = ({ id, title, children }: PartProps) => (
  <Section id={id} title={title} heading="mb-3 text-xl" className="surface-card mb-5 scroll-mt-4 p-4 md:p-5">
    {children}
  </Section>
);

/** Leads to each part, and below the queues to each of these. */
function Contents({ parts, queues }: { parts: readonly Linked[]; queues: readonly Linked[] }) {
  const t = useTexts("staff-guide");
  const links = (list: readonly Linked[], className: string, rest?: (id: string) => ReactNode) => (
    <ul className={className}>
      {list.map(({ id, title }) => (
        <li key={id} className={id === "queues" ? "sm:col-span-2" : undefined}>
          <a href={`#${id}`} className="link inline-block py-1.5">
            {title}
          </a>
          {rest?.(id)}
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label={t("contents")} className="surface-card mb-5 p-4 md:p-5">
      <p aria-hidden className="mb-1 font-semibold">
        {t("contents")}
      </p>
      {links(parts, "grid gap-x-5 sm:grid-cols-2", (id) =>
        id === "queues" ? links(queues, "flex flex-wrap gap-x-4 border-line border-s-2 ps-3 text-sm") : null,
      )}
    </nav>
  );
}
type Linked = { id: string; title: string };

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 ps-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const Explained = ({ rows }: { rows: readonly (readonly [name: string, text: string])[] }) => (
  <dl className="grid gap-3">
    {rows.map(([name, text]) => (
      <Fact key={name} term={name}>
        {text}
      </Fact>
    ))}
  </dl>
);

function Numbers() {
  const t = useTexts("staff-guide");
  const format = useFormat();
  return (
    <DataTable
      caption={t("numbers.title")}
      columns={[
        { name: t("numbers.country"), cell: ({ country }) => format.country(country) },
        { name: t("numbers.emergency"), cell: ({ emergency }) => emergency },
        { name: t("numbers.helpline"), cell: ({ lines }) => lines },
        {
          name: t("numbers.police"),
          cell: ({ country, police }) =>
            police === undefined ? (
              "–"
            ) : (
              <a
                href={police}
                target="_blank"
                rel="noreferrer"
                className="link inline-block py-1"
                aria-label={`${t("numbers.police_form")}: ${format.country(country)}`}
              >
                {t("numbers.police_form")}
              </a>
            ),
        },
      ]}
      rows={helplines}
      keyOf={({ country }) => country}
    />
  );
}

export async function loader({ context }: Route.LoaderArgs) {
  const { staff } = await loadStaff(context, getStaff);
  if (staff === null) throw redirect("/staff");
  return { role: staff.role };
}

/** What staff have to know on the first day: danger first, then keys, the queues and measures of their own role. */
export default function GuidePage({ loaderData: { role } }: Route.ComponentProps) {
  return <Guide role={role} />;
}

export function Guide({ role }: { role: StaffRole }) {
  const t = useTexts("staff-guide");
  const staff = useTexts("staff");
  const file = useTexts("staff-members");
  const decisions = useTexts("decisions");
  const works = (queue: QueueName) => (queueRoles[queue] as readonly StaffRole[]).includes(role);
  const own = chapters
    .filter((each) => works(each === "voice" ? "reports" : each))
    .map((each) => ({
      id: `queue-${each}`,
      title: each === "voice" ? t("queues.voice_title") : staff(`queues.${each}`),
      text: t(`queues.${each}`),
    }));
  const parts: PartProps[] = [
    {
      id: "danger",
      title: t("danger.title"),
      children: (
        <Lines
          lines={[t("danger.now"), t("danger.mark"), t("danger.helpline"), t("danger.police"), t("danger.after")]}
        />
      ),
    },
    {
      id: "numbers",
      title: t("numbers.title"),
      children: (
        <>
          <Numbers />
          <p className="mt-3 text-muted">{t("numbers.police_note")}</p>
          <p className="mt-1 text-muted">{t("numbers.others")}</p>
        </>
      ),
    },
    { id: "child", title: t("child.title"), children: <p>{t("child.picture")}</p> },
    { id: "call", title: t("call.title"), children: <p>{t("call.text")}</p> },
    {
      id: "work",
      title: t("work.title"),
      children: <Lines lines={[t("work.keys"), t("work.yours"), t("work.words"), t("work.doubt")]} />,
    },
    {
      id: "queues",
      title: t("queues.title"),
      children: own.map(({ id, title, text }) => (
        <section key={id} aria-labelledby={id} className="mb-4 last:mb-0">
          <h3 id={id} className="scroll-mt-4 font-semibold">
            {title}
          </h3>
          <p>{text}</p>
        </section>
      )),
    },
  ];
  // only who decides on members needs them
  if (sanctionRoles.includes(role)) {
    const measures = (
      <Explained
        rows={[
          [staff("queue.stands"), t("measures.kept")],
          [staff("queue.remove"), t("measures.removed")],
          [file("measure.do_warned"), t("measures.warned")],
          [file("measure.do_muted"), t("measures.muted")],
          [file("measure.do_suspended"), t("measures.suspended")],
          [file("measure.do_banned"), t("measures.banned")],
        ]}
      />
    );
    const grounds = <Explained rows={explained.map((each) => [decisions(`ground.${each}`), t(`grounds.${each}`)])} />;
    parts.push(
      { id: "measures", title: t("measures.title"), children: measures },
      { id: "grounds", title: t("grounds.title"), children: grounds },
    );
  }
  return (
    <Screen title={staff("guide.title")}>
      <div className="max-w-3xl">
        <Contents parts={parts} queues={own} />
        {parts.map((part) => (
          <Part key={part.id} {...part} />
        ))}
      </div>
    </Screen>
  );
}
