import { type ImportedDetails, importedDetails } from "#contract/imports.ts";
import { isLanguage } from "#contract/languages.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { validateDateOfBirth } from "../validate-identity.ts";

export type ImportLine = {
  /** As an editor counts: the heading is line 1. */
  line: number;
  email: string;
  /** As typed; undefined: the site's own. */
  language: string | undefined;
  details: ImportedDetails;
};
export type Fault = { line: number; fault: string };

const columns = ["email", "language", "name", "gender", "seeks", "date_of_birth", "country"] as const;
type Column = (typeof columns)[number];
const isColumn = (name: string): name is Column => columns.some((column) => column === name);

type Row = { line: number; cells: string[] };

/** The rows of a CSV (RFC 4180) with the lines on which they begin. Throws at a quote that does not end. */
function readRows(text: string): Row[] {
  const rows: Row[] = [];
  // runs between quotes, not characters: a stack for each character of a quote that does not end would overflow
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  let [line, row]: [number, Row] = [1, { line: 1, cells: [] }];
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const match = cell.exec(text);
    if (!match) throw new Error(`line ${line}: a quote is not closed, or stands within a cell`);
    const [whole, quoted, plain = "", end] = match;
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += whole.split("\n").length - 1;
    if (end === ",") continue;
    if (row.cells.some((each) => each !== "")) rows.push(row);
    row = { line, cells: [] };
    if (end === "") break;
  }
  return rows;
}

function readHeading(row: Row | undefined): Column[] {
  const names = (row?.cells ?? []).map((name) => name.toLowerCase());
  const wrong = names.filter((name) => !isColumn(name));
  if (wrong.length > 0) throw new Error(`line 1: unknown columns: ${wrong.join(", ")}. Known: ${columns.join(", ")}`);
  if (new Set(names).size < names.length) throw new Error("line 1: a column is there twice");
  if (!names.includes("email")) throw new Error("line 1: the column email is missing");
  return names.filter(isColumn);
}

function readLine({ line, cells }: Row, names: readonly Column[], rules: Rules): ImportLine | Fault {
  if (cells.length > names.length) return { line, fault: "has more cells than the heading" };
  const typed = new Map(names.map((name, at) => [name, cells[at] === "" ? undefined : cells[at]]));
  const address = canonicalAddress(typed.get("email") ?? "");
  if (address === null) return { line, fault: "email is no address" };
  const language = typed.get("language");
  if (language !== undefined && !isLanguage(language)) return { line, fault: "language is none that there is" };
  const { email: _, language: __, ...rest } = Object.fromEntries(typed);
  const { data, error } = importedDetails.safeParse(rest);
  if (error)
    return { line, fault: error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join(", ") };
  const born = data.date_of_birth;
  const wrongAge = born === undefined ? undefined : validateDateOfBirth(born, rules.minAge, rules.now);
  if (wrongAge !== undefined) return { line, fault: `date_of_birth: ${wrongAge}` };
  return { line, email: address, language, details: data };
}

type Rules = { minAge: number; now: Date };

/** The people of a file, and the faults of its other lines. Throws if its heading is wrong, or if it is no CSV. */
export function readMembersFile(text: string, rules: Rules): { lines: ImportLine[]; faults: Fault[] } {
  const [heading, ...rows] = readRows(text.replace(/^\uFEFF/, ""));
  const names = readHeading(heading);
  const lines: ImportLine[] = [];
  const faults: Fault[] = [];
  for (const row of rows) {
    const each = readLine(row, names, rules);
    if ("fault" in each) faults.push(each);
    else lines.push(each);
  }
  return { lines, faults };
}
