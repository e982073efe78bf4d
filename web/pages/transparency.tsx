import { Download } from "lucide-react";
import { Link } from "react-router";
import { textPages } from "#contract/public-pages.ts";
import { getTransparency, transparencyCsv } from "#contract/transparency.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import type { Route } from "./+types/transparency.ts";
import { NumbersPage } from "./number-table.tsx";
import { loadPageTexts } from "./page-texts.server.ts";
import { transparencyWords } from "./transparency-words.server.ts";

export const handle: ScreenHandle = { who: "everyone", texts: [] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const asked = new URL(request.url).searchParams.get("year");
  const [{ years, numbers }, { values, ...texts }] = await Promise.all([
    page.load(getTransparency, { query: asked === null ? {} : { year: Number(asked) } }),
    loadPageTexts(page, "transparency"),
  ]);
  const { year } = numbers;
  return { ...texts, year, years, words: transparencyWords(page.language, numbers, values) };
}

/** What was reported and decided in a year, for everyone to read (DSA, articles 15 and 24). */
export default function TransparencyPage({ loaderData }: Route.ComponentProps) {
  const { year, years, words } = loaderData;
  const others = years.filter((each) => each !== year);
  const intro = (
    <>
      <p className="mt-3 max-w-[70ch]">{words.period}</p>
      {others.length === 0 ? null : (
        <nav aria-label={words.years} className="mt-2 flex flex-wrap items-center gap-x-4">
          <span aria-hidden className="text-muted">
            {words.years}
          </span>
          {others.map((each) => (
            <Link key={each} to={`${textPages.transparency}?year=${each}`} className="link py-2.5">
              {each}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
  return (
    <NumbersPage texts={loaderData} intro={intro}>
      <p className="mt-6">
        <a href={`${transparencyCsv}?year=${year}`} download className="link inline-flex items-center gap-2 py-2.5">
          <Download aria-hidden className="size-4" />
          {words.csv}
        </a>
      </p>
    </NumbersPage>
  );
}
