import { Braces, Download } from "lucide-react";
import { getFair } from "#contract/fair.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import type { Route } from "./+types/fair.ts";
import { fairWords, type MonthTable } from "./fair-words.server.ts";
import { NumbersPage } from "./number-table.tsx";
import { loadPageTexts } from "./page-texts.server.ts";

export const handle: ScreenHandle = { who: "everyone", texts: [] };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const [{ days }, { values, ...texts }] = await Promise.all([
    page.load(getFair, { query: { by: "month" } }),
    loadPageTexts(page, "fair"),
  ]);
  return { ...texts, words: fairWords(page.language, days, values) };
}

function Months({ table: { title, headings, rows } }: { table: MonthTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it if letters are large
    <section className="relative mt-8 max-w-[70ch] overflow-x-auto" aria-label={title} tabIndex={0}>
      <table className="w-full">
        <caption className="mb-2 text-start font-bold text-2xl">{title}</caption>
        <thead>
          <tr className="border-line border-b align-bottom text-muted text-sm">
            <th scope="col" className="py-2 text-start font-semibold">
              {headings.month}
            </th>
            {headings.values.map((name) => (
              <th key={name} scope="col" className="py-2 ps-3 text-end font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ month, values }) => (
            <tr key={month} className="border-line border-b">
              <th scope="row" className="whitespace-nowrap py-2.5 text-start font-normal">
                {month}
              </th>
              {values.map((value, index) => (
                <td key={headings.values[index]} className="py-2.5 ps-3 text-end tabular-nums">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the site keeps of its promises, for anyone to check. */
export default function FairPage({ loaderData }: Route.ComponentProps) {
  const { words } = loaderData;
  const intro = words.intro.map((text) => (
    <p key={text} className="mt-3 max-w-[70ch]">
      {text}
    </p>
  ));
  return (
    <NumbersPage texts={loaderData} intro={intro}>
      {words.months === null ? null : <Months table={words.months} />}
      <p className="mt-6 flex flex-wrap gap-x-6">
        <a href={getFair.path} download="fair.json" className="link inline-flex items-center gap-2 py-2.5">
          <Download aria-hidden className="size-4" />
          {words.json}
        </a>
        <a href="/api/docs" className="link inline-flex items-center gap-2 py-2.5">
          <Braces aria-hidden className="size-4" />
          {words.api}
        </a>
      </p>
    </NumbersPage>
  );
}
