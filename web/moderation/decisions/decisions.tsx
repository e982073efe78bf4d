import { Scale } from "lucide-react";
import { Link, useRevalidator } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { type Complaint, getComplaints } from "#contract/complaints.ts";
import { type Decision, getDecisions } from "#contract/decisions.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/decisions.ts";
import { ComplaintReply } from "./complaint-reply.tsx";
import { ComplaintText } from "./complaint-text.tsx";
import { entryClass, Reasons } from "./entry.tsx";

export const handle: ScreenHandle = { who: "members", texts: ["decisions", "moderation"] };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const [decided, { complaints }] = await Promise.all([page.load(getDecisions), page.load(getComplaints)]);
  return { ...decided, complaints };
}

type Report = AnswerOf<typeof getDecisions>["reports"][number];

/** The decisions about the member, and those about reports that are deleted by now. */
function AboutYou({ decisions }: { decisions: readonly Decision[] }) {
  const t = useTexts("decisions");
  if (decisions.length === 0) return null;
  return (
    <Section title={t("about_you")} className="mt-8">
      <ul className="grid gap-4">
        {decisions.map((decision) => (
          <li key={decision.id} id={decision.id} className={entryClass}>
            <Reasons decision={decision} level="h3" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Reports({ reports, decisions }: { reports: readonly Report[]; decisions: readonly Decision[] }) {
  const t = useTexts("decisions");
  const moderation = useTexts("moderation");
  const format = useFormat();
  if (reports.length === 0) return null;
  return (
    <Section title={t("reports.title")} className="mt-8">
      <ul className="grid gap-4">
        {reports.map(({ id, member, about, reason, open, created_at: at }) => (
          <li key={id} id={id} className={entryClass}>
            <div className="flex flex-wrap items-start gap-3">
              <div className="min-w-0 flex-[1_1_10rem]">
                <h3 className="font-semibold">{moderation(`reasons.${reason}`)}</h3>
                <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted text-sm">
                  <span className="break-words">
                    {t(`about.${about}`)}
                    {member === null ? null : ` · ${member.name}`}
                  </span>
                  {member === null ? null : <MemberLabel member={member} />}
                  <time dateTime={at}>{format.date(at)}</time>
                </p>
              </div>
              <Chip tone={open ? "plain" : "good"}>{t(open ? "reports.open" : "reports.closed")}</Chip>
            </div>
            {decisions
              .filter(({ report }) => report === id)
              .map((decision) => (
                <div key={decision.id} id={decision.id} className="mt-4 scroll-mt-24 border-line border-t pt-4">
                  <Reasons decision={decision} level="h4" />
                </div>
              ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Shows what the member and the team wrote to each other. */
function Complaints({ title, complaints }: { title: string; complaints: readonly Complaint[] }) {
  const { revalidate } = useRevalidator();
  if (complaints.length === 0) return null;
  return (
    <Section title={title} className="mt-8">
      <ul className="grid gap-4">
        {complaints.map((complaint) => (
          <li key={complaint.id} id={complaint.id} className={entryClass}>
            <ComplaintText complaint={complaint} />
            <ComplaintReply complaint={complaint} onSent={() => void revalidate()} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const isMessage = ({ kind }: Complaint) => kind === "message";

/** Shows the member's reports and complaints, and the team's decisions, with a way to object to each. */
export default function Decisions({ loaderData: { decisions, reports, complaints } }: Route.ComponentProps) {
  const t = useTexts("decisions");
  const ofReports = decisions.filter(({ report }) => reports.some(({ id }) => id === report));
  return (
    <Screen title={t("title")} narrow>
      {decisions.length + reports.length + complaints.length === 0 ? (
        <EmptyState icon={<Scale aria-hidden className="size-8" />} title={t("empty.title")} text={t("empty.text")} />
      ) : (
        <>
          <p className="text-muted">
            {t("intro")}{" "}
            <Link to="/pages/terms" className="link">
              {t("rules")}
            </Link>
          </p>
          <AboutYou decisions={decisions.filter((decision) => !ofReports.includes(decision))} />
          <Reports reports={reports} decisions={ofReports} />
          <Complaints title={t("complaints.from_team")} complaints={complaints.filter(isMessage)} />
          <Complaints title={t("complaints.title")} complaints={complaints.filter((each) => !isMessage(each))} />
        </>
      )}
    </Screen>
  );
}
