import { useEffect, useState } from "react";
import { redirect, useLocation, useNavigate } from "react-router";
import { accountStatuses, sanctionRoles } from "#contract/sanctions.ts";
import { getStaff } from "#contract/staff.ts";
import {
  type MemberFilters as Filters,
  type FoundMember,
  findMembers,
  getMemberFilters,
  type StrangersItem,
  sanctionedAtOnce,
} from "#contract/staff-members.ts";
import { createAction } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { PaymentLink } from "#web/office/money/payment-columns.tsx";
import { useEnded } from "#web/office/staff/ban-effects.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { useOwnSites } from "#web/office/staff/own-sites.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Option } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/find-members.ts";
import type { AskedSearch } from "./asked-search.ts";
import { FoundMembers, isBarred } from "./found-members.tsx";
import { FoundStrangers } from "./found-strangers.tsx";
import { MeasureMany } from "./measure-fields.tsx";
import { exact, readFilters, usePersonFields } from "./member-filters.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { staff } = await loadStaff(context, getStaff);
  if (staff === null) throw redirect("/staff");
  return { role: staff.role, filters: await loadStaff(context, getMemberFilters) };
}

type Page = {
  members: readonly FoundMember[];
  strangers: readonly StrangersItem[];
  similar: boolean;
  payment: string | null;
  cursor: string | null;
};

/** The search of a form that was sent without scripts. */
export const action = createAction((call, fields) => call(findMembers, { body: readFilters(fields) }));

function useSearch(posted: Route.ComponentProps["actionData"]) {
  const { run, pending, failure } = useCall(findMembers);
  const location = useLocation();
  const navigate = useNavigate();
  const [before] = useState<Filters>(
    () => (location.state as AskedSearch | null)?.sought ?? (posted ? readFilters(posted.typed) : {}),
  );
  const [sought, setSought] = useState(before);
  const [page, setPage] = useState<Page | null>(posted?.answer ?? null);
  const isAnswered = posted !== undefined;
  const isFromHeader = (location.state as AskedSearch | null)?.asked !== undefined;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (isAnswered || Object.keys(before).length === 0) return;
    void run({ body: before }).then((answer) => {
      if (!answer) return;
      // the number of a payment leads to it from every page
      if (isFromHeader && answer.payment !== null) navigate(`/staff/payments/${answer.payment}`, { replace: true });
      else setPage(answer);
    });
  }, [before, isAnswered, isFromHeader, navigate, run]);

  const search = async (filters: Filters) => {
    const answer = await run({ body: filters });
    if (!answer) return;
    setPage(answer);
    setChosen(new Set());
    setSought(filters);
    const { asked } = (location.state as AskedSearch | null) ?? {};
    const state: AskedSearch = { sought: filters, ...(asked !== undefined && { asked }) };
    navigate(".", { replace: true, state, preventScrollReset: true });
  };
  const more = async () => {
    if (page === null || page.cursor === null) return;
    const answer = await run({ body: { ...sought, cursor: page.cursor } });
    if (answer) setPage({ ...page, members: [...page.members, ...answer.members], cursor: answer.cursor });
  };
  return { before, sought, page, chosen, setChosen, search, more, pending, failure: failure ?? posted?.failure };
}

/** Finds members by anything that staff have of them. What is typed stands in the history, never in an address. */
export default function FindMembersPage(props: Route.ComponentProps) {
  const { asked } = (useLocation().state as AskedSearch | null) ?? {};
  return <FindMembers key={asked} {...props} />;
}

function FindMembers({ loaderData: { role, filters }, actionData }: Route.ComponentProps) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const nameEnded = useEnded();
  const { before, sought, page, chosen, setChosen, search, more, pending, failure } = useSearch(actionData);
  const [note, setNote] = useState("");
  const members = page?.members ?? [];
  const open = members.filter((member) => !isBarred(member));
  const isSimilar = page?.similar === true;
  // a name that is only like the one that was asked for is looked at first
  const mayDecide = sanctionRoles.includes(role) && !isSimilar;
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <Screen title={t("title")} narrow>
      <CallForm
        role="search"
        failure={failure}
        className="mb-5"
        onSubmit={async (fields) => {
          setNote("");
          await search(readFilters(fields));
        }}
      >
        <TextField
          name="text"
          label={t("find.label")}
          note={t("find.note")}
          defaultValue={before.text}
          {...exact}
          maxLength={254}
        />
        <MemberFilters {...filters} before={before} />
        <Button type="submit" pending={pending}>
          {t("find.send")}
        </Button>
      </CallForm>
      <p role="status" className={note === "" ? "sr-only" : "mb-4 rounded-md bg-good-tint p-4"}>
        {note}
      </p>
      {page !== null && members.length + page.strangers.length === 0 ? <p role="status">{t("find.none")}</p> : null}
      {isSimilar ? (
        <p role="status" className="mb-3">
          {t("find.similar")}
        </p>
      ) : null}
      {page === null || page.payment === null ? null : (
        <p className="mb-3">
          {staff("fact.payment")}: <PaymentLink id={page.payment} number={sought.text ?? null} />
        </p>
      )}
      {page === null ? null : <FoundStrangers items={page.strangers} alone={members.length === 0} />}
      {mayDecide && open.length > 1 ? (
        <p className="mb-3 flex flex-wrap items-center gap-3">
          <Button
            look="outline"
            onClick={() => setChosen(new Set(open.slice(0, sanctionedAtOnce).map(({ id }) => id)))}
          >
            {t("many.choose_all", { count: Math.min(open.length, sanctionedAtOnce) })}
          </Button>
          {chosen.size > 0 ? (
            <Button look="quiet" onClick={() => setChosen(new Set())}>
              {t("many.choose_none")}
            </Button>
          ) : null}
        </p>
      ) : null}
      {members.length === 0 ? null : (
        <FoundMembers
          members={members}
          chosen={chosen}
          onChoose={mayDecide ? choose : undefined}
          full={chosen.size >= sanctionedAtOnce}
        />
      )}
      {page === null || page.cursor === null ? null : (
        <p className="mb-5 text-center">
          <Button look="outline" pending={pending} onClick={more}>
            {t("find.more")}
          </Button>
        </p>
      )}
      {chosen.size > 0 ? (
        <MeasureMany
          members={members.filter(({ id }) => chosen.has(id))}
          onDone={async ({ taken: count, left_out: left, ended }) => {
            await search(sought);
            setNote(
              [
                t("many.taken", { count }),
                ...(left.length > 0 ? [t("many.left_out", { count: left.length })] : []),
                ...(ended.length > 0 ? [staff("ban.ended_many", { list: nameEnded(ended) })] : []),
              ].join(" "),
            );
          }}
        />
      ) : null}
    </Screen>
  );
}

const hasFilters = ({ text: _text, ...filters }: Filters): boolean => Object.keys(filters).length > 0;

type Props = { countries: readonly string[]; before: Filters };

function MemberFilters({ countries, before }: Props) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { options: sites } = useOwnSites();
  const filter = (name: string, label: string, options: readonly Option[], defaultValue: string | undefined) =>
    choice(name, label, options, { empty: t("find.any"), defaultValue });
  const premium = [
    { value: "yes", label: t("find.premium") },
    { value: "no", label: t("find.not_premium") },
  ];
  const named = optionsOf(countries, format.country).sort((one, other) => one.label.localeCompare(other.label));
  const person = usePersonFields(before);
  const statuses = optionsOf(accountStatuses, (value) => t(`status.${value}`));
  return (
    <details open={hasFilters(before)} className="mb-5">
      <summary className="link inline-block cursor-pointer py-2">{t("find.filters")}</summary>
      <div className="mt-3 grid gap-x-4 sm:grid-cols-2">
        <Fields
          of={[
            { name: "since", type: "date", label: t("find.since"), defaultValue: before.since },
            { name: "until", type: "date", label: t("find.until"), defaultValue: before.until },
            filter("site", t("fact.site"), sites, before.site),
            filter("country", t("find.country"), named, before.country),
            ...person,
            filter("status", t("find.status"), statuses, before.status),
            filter("premium", t("premium"), premium, before.premium === undefined ? "" : before.premium ? "yes" : "no"),
            {
              ...exact,
              name: "domain",
              label: t("find.domain"),
              note: t("find.domain_note"),
              defaultValue: before.domain,
              maxLength: 253,
            },
            {
              ...exact,
              name: "device",
              label: t("find.device"),
              note: t("find.device_note"),
              defaultValue: before.device,
              maxLength: 100,
            },
          ]}
        />
      </div>
    </details>
  );
}
