import { data, Link } from "react-router";
import type { InputOf } from "#contract/call.ts";
import { languages } from "#contract/constants.ts";
import {
  getQueueList,
  type ListedItem,
  listOrders,
  ownLanguages,
  queueNames,
  urgentQueues,
  waitedHours,
} from "#contract/office.ts";
import { getStaffLanguages } from "#contract/staff.ts";
import { languageNames } from "#web/lib/languages.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { OutlineLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { choice, optionsOf } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/queue-list.ts";
import { FilterCard } from "./filter-card.tsx";
import { useFilterFields } from "./filter-fields.ts";
import { useKindName } from "./kind-name.ts";
import { loadStaff } from "./load-staff.ts";
import { useOwnSites } from "./own-sites.tsx";

const fields = ["kind", "site", "language", "waited", "sort", "cursor"] as const;
const hourSeconds = 3600;

function languageName(code: string): string {
  const language = languages.find((each) => each === code);
  return language === undefined ? code : languageNames[language];
}

export async function loader({ context, request, params: { queue } }: Route.LoaderArgs) {
  const name = queueNames.find((each) => each === queue);
  if (name === undefined) throw data({ message: "" }, { status: 404 });
  const asked = pickParams(new URL(request.url).searchParams, fields);
  // the API rejects values that are not among the choices
  const query = { ...asked, queue: name } as InputOf<typeof getQueueList>["query"];
  const [list, { languages: read }] = await Promise.all([
    loadStaff(context, getQueueList, { query }),
    loadStaff(context, getStaffLanguages),
  ]);
  return { name, asked, list, read };
}

type Name = Route.ComponentProps["loaderData"]["name"];

function Items({ name, items }: { name: Name; items: readonly ListedItem[] }) {
  const t = useTexts("staff");
  const filter = useTexts("numbers");
  const format = useFormat();
  const kindName = useKindName(name);
  const { nameOf } = useOwnSites();
  return (
    <DataTable
      caption={t(`queues.${name}`)}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t("log.member"),
          cell: ({ id, member, urgent }) => (
            <span className="flex flex-wrap items-center gap-2">
              <Link to={`/staff/queue/${name}?item=${id}`} className="link py-2 font-semibold">
                {member?.name ?? t("queue.no_member")}
              </Link>
              {urgent ? <Chip tone="warning">{t("reports.urgent")}</Chip> : null}
            </span>
          ),
        },
        { name: t("list.kind"), cell: ({ kind }) => (kind === null ? "–" : kindName(kind)) },
        {
          name: t("list.waits"),
          cell: ({ since }) => (
            <time dateTime={since} suppressHydrationWarning>
              {format.ago(since)}
            </time>
          ),
        },
        { name: filter("filter.site"), cell: ({ site }) => (site === null ? "–" : nameOf(site)) },
        { name: t("fact.language"), cell: ({ language }) => (language === null ? "–" : languageName(language)) },
        { name: t("list.by"), cell: ({ by }) => by ?? "–" },
      ]}
    />
  );
}

/** What waits in a queue, by its filters, each with the way to the item. */
export default function QueueList({ loaderData: { name, asked, list, read } }: Route.ComponentProps) {
  const t = useTexts("staff");
  const format = useFormat();
  const filters = useFilterFields();
  const kindName = useKindName(name);
  const any = { empty: t("list.any") };
  const isUrgent = urgentQueues.includes(name);
  return (
    <Screen title={t(`queues.${name}`)}>
      <p className="-mt-3 mb-4 flex flex-wrap gap-x-5">
        <Link to={`/staff/queue/${name}`} className="link inline-block py-2">
          {t("list.one_by_one")}
        </Link>
        <Link to="/staff" className="link inline-block py-2">
          {t("queue.back")}
        </Link>
      </p>
      <FilterCard
        columns="sm:grid-cols-2 lg:grid-cols-3"
        of={[
          choice("kind", t("list.kind"), optionsOf(list.kinds, kindName), { ...any, defaultValue: asked.kind }),
          filters.site(asked.site),
          choice(
            "language",
            t("fact.language"),
            [
              ...(read.length > 0 ? [{ value: ownLanguages, label: t("list.languages_own") }] : []),
              ...optionsOf(list.languages, languageName),
            ],
            {
              ...any,
              defaultValue: asked.language,
            },
          ),
          choice(
            "waited",
            t("list.waits"),
            optionsOf(waitedHours, (hours) => `> ${format.duration(Number(hours) * hourSeconds)}`),
            { ...any, defaultValue: asked.waited },
          ),
          choice(
            "sort",
            t("list.sort"),
            optionsOf(isUrgent ? listOrders : (["newest"] as const), (order) => t(`list.sort_${order}`)),
            { empty: t(isUrgent ? "list.sort_urgent" : "list.sort_oldest"), defaultValue: asked.sort },
          ),
        ]}
      />
      {list.items.length === 0 ? (
        <p>{t("list.none")}</p>
      ) : (
        <section className="surface-card p-4 md:p-5">
          <Items name={name} items={list.items} />
        </section>
      )}
      {list.cursor === null ? null : (
        <p className="mt-6 text-center">
          <OutlineLink to={`?${new URLSearchParams({ ...asked, cursor: list.cursor })}`} rel="next">
            {t("list.more")}
          </OutlineLink>
        </p>
      )}
    </Screen>
  );
}
