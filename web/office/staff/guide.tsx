import type { ReactNode } from "react";
import type { Ground } from "#contract/decisions.ts";
import { helplines } from "#contract/helplines.ts";
import type { QueueName } from "#contract/office.ts";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";

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
  "misuse",
  "other",
] as const satisfies readonly Ground[];

/** Those whose buttons do not explain themselves, in the order of the queues. */
const guidedQueues = [
  "reports",
  "objections",
  "verifications",
  "texts",
  "reviews",
  "withdrawals",
  "payments",
] as const satisfies QueueName[];

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title} heading="mb-3 text-xl" className="surface-card mb-5 p-4 md:p-5">
    {children}
  </Section>
);

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
      ]}
      rows={helplines}
      keyOf={({ country }) => country}
    />
  );
}

/** What a moderator has to know on the first day: danger first, then keys, measures and grounds. */
export default function Guide() {
  const t = useTexts("staff-guide");
  const staff = useTexts("staff");
  const file = useTexts("staff-members");
  const decisions = useTexts("decisions");
  return (
    <Screen title={staff("guide.title")} narrow>
      <Part title={t("danger.title")}>
        <Lines
          lines={[t("danger.now"), t("danger.mark"), t("danger.helpline"), t("danger.police"), t("danger.after")]}
        />
      </Part>
      <Part title={t("numbers.title")}>
        <Numbers />
        <p className="mt-3 text-muted">{t("numbers.others")}</p>
      </Part>
      <Part title={t("child.title")}>
        <p>{t("child.picture")}</p>
      </Part>
      <Part title={t("call.title")}>
        <p>{t("call.text")}</p>
      </Part>
      <Part title={t("work.title")}>
        <Lines lines={[t("work.keys"), t("work.yours"), t("work.words"), t("work.doubt")]} />
      </Part>
      <Part title={t("measures.title")}>
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
      </Part>
      <Part title={t("queues.title")}>
        <Explained rows={guidedQueues.map((each) => [staff(`queues.${each}`), t(`queues.${each}`)])} />
      </Part>
      <Part title={t("grounds.title")}>
        <Explained rows={explained.map((each) => [decisions(`ground.${each}`), t(`grounds.${each}`)])} />
      </Part>
    </Screen>
  );
}
