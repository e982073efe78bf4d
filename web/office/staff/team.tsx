import { useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import { changeStaffSites, getStaff, getTeam, type Team } from "#contract/staff.ts";
import { pageOf } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import type { Fields } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/team.ts";
import { loadStaff } from "./load-staff.ts";

type Member = Team["people"][number];

export async function loader({ context }: Route.LoaderArgs) {
  const [team, { staff }] = await Promise.all([loadStaff(context, getTeam), pageOf(context).load(getStaff)]);
  return { team, own: staff?.id };
}

const prefix = "site.";
const chosen = (fields: Fields) =>
  Object.keys(fields).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));

type LimitProps = { person: Member; sites: Team["sites"]; onChange(team: AnswerOf<typeof changeStaffSites>): void };

function LimitForm({ person, sites, onChange }: LimitProps) {
  const t = useTexts("staff");
  const shell = useTexts("shell");
  const toast = useToast();
  const { run, pending, failure } = useCall(changeStaffSites);
  const save = (fields: Fields) => {
    const keys = chosen(fields);
    return run({ body: { id: person.id, sites: keys.length === 0 ? null : keys } }, (team) => {
      onChange(team);
      toast({ title: t("team.saved") });
    });
  };
  return (
    <details className="mt-4">
      <summary className="link min-h-11 cursor-pointer py-2.5">{t("team.limit")}</summary>
      <p className="mb-3 text-muted">{t("team.limit_note")}</p>
      <CallForm failure={failure} onSubmit={save}>
        {sites.map(({ key, name }) => (
          <Checkbox
            key={key}
            name={`${prefix}${key}`}
            label={name}
            defaultChecked={person.sites?.includes(key) === true}
          />
        ))}
        <Button type="submit" look="outline" pending={pending}>
          {shell("save")}
        </Button>
      </CallForm>
    </details>
  );
}

function Person({ person, sites, own, onChange }: LimitProps & { own: boolean }) {
  const t = useTexts("staff");
  const format = useFormat();
  const names = new Map(sites.map(({ key, name }) => [key, name]));
  const { name, email, role, state, last_login_at: last, sessions } = person;
  return (
    // no landmark: two people may have one name
    <article className="surface-card mb-5 p-4 md:p-5">
      <h2 className="mb-3 text-xl wrap-anywhere">{name}</h2>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="wrap-anywhere text-muted">{email}</span>
        <Chip>{t(`role.${role}`)}</Chip>
        <Chip tone={state === "enabled" ? "good" : "warning"}>{t(`team_state.${state}`)}</Chip>
      </p>
      <dl className="grid gap-3 sm:grid-cols-3">
        <Fact term={t("team.sites")}>
          {person.sites?.map((key) => names.get(key) ?? key).join(", ") ?? t("team.all_sites")}
        </Fact>
        <Fact term={t("team.last")}>
          {last === null ? t("team.never") : `${format.date(last)}, ${format.time(last)}`}
        </Fact>
        <Fact term={t("team.sessions")}>
          {sessions.map(({ browser, system }) => [browser, system].filter(Boolean).join(", ")).join(" · ") ||
            t("team.nowhere")}
        </Fact>
      </dl>
      {own ? null : <LimitForm person={person} sites={sites} onChange={onChange} />}
    </article>
  );
}

/** Everyone of the staff; an admin of all sites limits others to some. */
export default function TeamScreen({ loaderData: { team: loaded, own } }: Route.ComponentProps) {
  const t = useTexts("staff");
  const [{ people, sites }, setTeam] = useState(loaded);
  return (
    <Screen title={t("team.title")}>
      <p className="mb-5 text-muted">{t("team.add")}</p>
      {people.map((person) => (
        <Person key={person.id} {...{ person, sites }} own={person.id === own} onChange={setTeam} />
      ))}
    </Screen>
  );
}
