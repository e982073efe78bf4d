/** Numbers with their names; `part`: the row is a part of the one before. */
export type NumberTable = { title: string; rows: { name: string; value: string; part: boolean }[] };

/** A table of numbers below its title; `words` are its headings for screen readers. */
export function Numbers({
  table: { title, rows },
  words,
}: {
  table: NumberTable;
  words: { thing: string; count: string };
}) {
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
            <td className={`whitespace-nowrap py-2.5 text-end tabular-nums ${part ? "" : "font-semibold"}`}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
