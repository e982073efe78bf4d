import type { ReactNode } from "react";
import { PageTitle } from "#web/ui/page-title.tsx";
import { Sections } from "./page-body.tsx";
import type { PageTexts } from "./page-texts.server.ts";

/** Numbers with their names; `part`: the row is a part of the one before. */
export type NumberTable = { title: string; rows: { name: string; value: string; part: boolean }[] };

type Words = { tables: readonly NumberTable[]; thing: string; count: string };
type Props = {
  texts: Pick<PageTexts, "title" | "description" | "sections"> & { words: Words };
  intro: ReactNode;
  children: ReactNode;
};

/** A page of numbers: what they are, their tables, `children`, and the page's sections. */
export function NumbersPage({ texts: { title, description, sections, words }, intro, children }: Props) {
  return (
    <article className="container py-6 md:py-10">
      <PageTitle title={title} />
      <meta name="description" content={description} />
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <p className="mt-3 max-w-[70ch] text-lg text-muted">{description}</p>
      {intro}
      {words.tables.map((table) => (
        <Numbers key={table.title} table={table} words={words} />
      ))}
      {children}
      <div className="max-w-[70ch]">
        <Sections sections={sections} />
      </div>
    </article>
  );
}

/** On a narrow screen a value breaks before its brackets, and nowhere else. */
const breakBeforeBrackets = (value: string) => value.replaceAll(/ (?!\()/g, "\u00a0");

/** `words` are headings for screen readers. */
function Numbers({ table: { title, rows }, words }: { table: NumberTable; words: Words }) {
  return (
    <table className="mt-8 w-full max-w-[70ch]">
      <caption className="mb-2 text-start font-bold text-2xl">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{words.thing}</th>
          <th scope="col">{words.count}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, part }) => (
          <tr key={name} className="border-line border-b">
            <th
              scope="row"
              className={`hyphens-auto py-2.5 pe-4 text-start font-normal wrap-anywhere ${part ? "ps-5 text-muted" : ""}`}
            >
              {name}
            </th>
            <td className={`py-2.5 text-end tabular-nums ${part ? "" : "font-semibold"}`}>
              {breakBeforeBrackets(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
