import type { ReactNode } from "react";
import "./data-table.css";

export type Column<R> = { name: string; number?: boolean; cell(row: R): ReactNode };

type Table<R> = {
  caption: string;
  /** The first one is the rows' heading. */
  columns: readonly Column<NoInfer<R>>[];
  rows: readonly R[];
  keyOf(row: R, index: number): string;
};

const cellClass = <R,>({ number }: Column<R>) =>
  `px-2 first:ps-0 last:pe-0 ${number ? "text-end tabular-nums" : "text-start"}`;

/** A dense table, which scrolls by itself on a narrow screen. */
export function DataTable<R>({ caption, columns, rows, keyOf }: Table<R>) {
  // the section around it often has the same caption, and each landmark needs a name of its own
  const area = `${caption}: ${columns.map(({ name }) => name).join(", ")}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
    <section className="data-table" aria-label={area} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b text-muted">
            {columns.map((column) => (
              <th key={column.name} scope="col" className={`py-2 align-bottom font-semibold ${cellClass(column)}`}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)} className="border-line border-b last:border-0">
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.name} scope="row" className={`py-1.5 font-normal ${cellClass(column)}`}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.name}
                    className={`py-1.5 ${column.number ? "whitespace-nowrap" : ""} ${cellClass(column)}`}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type CardProps<R> = Omit<Table<R>, "caption"> & {
  name: string;
  means?: string | undefined;
  /** Instead of a table without rows. */
  none?: string;
  className?: string;
  /** Below the table. */
  children?: ReactNode;
};

export function TableCard<R>({ name, means, none, className = "", children, ...table }: CardProps<R>) {
  return (
    <section className={`surface-card min-w-0 p-4 md:p-5 ${className}`}>
      <h2 className={means === undefined ? "mb-3 text-lg" : "text-lg"}>{name}</h2>
      {means === undefined ? null : <p className="mt-1 mb-3 text-muted text-sm">{means}</p>}
      {none !== undefined && table.rows.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <DataTable caption={name} {...table} />
      )}
      {children}
    </section>
  );
}
