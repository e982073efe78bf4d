import { getInstallations, type InstallationState, type OtherInstallation } from "#contract/installations.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { SiteSums } from "#web/office/numbers/site-sums.tsx";
import { Waiting } from "#web/office/numbers/waiting.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/installations.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return await loadStaff(context, getInstallations);
}

/** The newest answer of an installation: what is wrong, what waits, and the present month of its sites. */
function State({ name, state }: { name: string; state: InstallationState }) {
  const t = useTexts("operations");
  const numbers = useTexts("numbers");
  return (
    <>
      <p className="text-muted text-sm">
        {t("health.version")} {state.version}
      </p>
      {state.alerts.length === 0 ? null : (
        <ul className="my-3 flex flex-wrap gap-2 text-sm">
          {state.alerts.map((alert) => (
            <li key={alert} className="rounded-full bg-bad-tint px-3 py-1 font-semibold">
              {t(`alert.${alert}`)}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 grid gap-5">
        <Waiting queues={state.queues} at={state.at} of={name} />
        <SiteSums name={`${name}: ${numbers("overview.title")}`} rows={state.sites} />
      </div>
    </>
  );
}

/** Since when an installation has been silent, and when its refusals were last taken over. */
function Contact({ answer, answered_at, pulled_at }: OtherInstallation) {
  const t = useTexts("operations");
  const format = useFormat();
  const write = (time: string) => `${format.date(time)}, ${format.time(time)}`;
  return (
    <div className="mb-2 space-y-1 text-sm">
      {answer === "answers" ? null : (
        <>
          <p className="inline-block rounded-full bg-bad-tint px-3 py-1 font-semibold">{t(`answer.${answer}`)}</p>
          <p>
            {answered_at === null
              ? t("installations.never_answered")
              : t("installations.answered", { time: write(answered_at) })}
          </p>
        </>
      )}
      <p className="text-muted">
        {pulled_at === null ? t("installations.never_pulled") : t("installations.pulled", { time: write(pulled_at) })}
      </p>
    </div>
  );
}

/** How each of the operator's installations is, as it answers now. Nothing is decided here. */
export default function Installations({ loaderData: { here, others } }: Route.ComponentProps) {
  const t = useTexts("operations");
  return (
    <Screen title={t("installations.title")}>
      <Section title={t("installations.here")} heading="mb-2 text-xl" className="mb-8">
        <State name={t("installations.here")} state={here} />
      </Section>
      {others.map((other) => (
        <Section key={other.name} title={other.name} heading="wrap-anywhere mb-2 text-xl" className="mb-8">
          <Contact {...other} />
          {other.state === null ? null : <State name={other.name} state={other.state} />}
        </Section>
      ))}
      {others.length === 0 ? <p className="text-muted">{t("installations.none")}</p> : null}
    </Screen>
  );
}
