import type { ReactNode } from "react";

export type Column = { name: string /** A number: aligned to the end. */; number?: boolean };
export type TableRow = { key: string /** The first one is the row's heading. */; cells: readonly ReactNode[] };

type Props = { caption: string; columns: readonly Column[]; rows: readonly TableRow[] };

const side = (column: Column | undefined) => (column?.number ? "text-end tabular-nums" : "text-start");

/** A dense table, which scrolls by itself on a narrow screen. */
export function DataTable({ caption, columns, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
    <section className="relative overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b text-muted">
            {columns.map((column) => (
              <th key={column.name} scope="col" className={`px-2 py-2 align-bottom font-semibold ${side(column)}`}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key} className="border-line border-b last:border-0">
              <th scope="row" className={`px-2 py-1.5 font-normal ${side(columns[0])}`}>
                {first}
              </th>
              {rest.map((cell, index) => (
                <td key={columns[index + 1]?.name} className={`px-2 py-1.5 ${side(columns[index + 1])}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
