import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allJobs } from "#server/features/all-jobs.ts";
import { test as base, expect } from "#server/test.ts";
import { foreignKeys, tablesDeletedWithAccount, tablesOf } from "./test-member-tables.ts";

const text = readFileSync(join(import.meta.dirname, "../../../docs/privacy.md"), "utf8");
/** The rows of the document's tables that begin with the name of a database table. */
const rows = [...text.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, table = "", rest = ""]) => {
  const [what = "", why, basis, ends] = rest.split("|").map((cell) => cell.trim());
  return { table, what, why, basis, ends };
});
const personal = rows.filter(({ ends }) => ends !== undefined);
const jobs = allJobs.map(({ name }) => name);

const test = base.extend("keys", { scope: "file" }, ({ services }) => foreignKeys(services.db));

test("D3.9 D11.5 docs/privacy.md lists every table of the database once: what it holds, why, on what basis, until when", async ({
  services,
}) => {
  const listed = rows.map(({ table }) => table).sort();
  expect([...new Set(listed)], "listed twice").toEqual(listed);
  const tables = await tablesOf(services.db, "public");
  const missing = tables.filter((table) => !listed.includes(table));
  expect(missing, "add the table to docs/privacy.md").toEqual([]);
  const gone = listed.filter((table) => !tables.includes(table));
  expect(gone, "remove the table from docs/privacy.md: the database does not have it").toEqual([]);
  for (const { table, what, why, basis } of personal) {
    expect([what, why].includes(""), table).toBe(false);
    expect(basis, table).toMatch(/\b(?:contract|law|interest|consent)\b/);
  }
});

test("D3.9 whatever is stored about people has an end: with the account, by a job that exists, by a trigger or by request", async ({
  keys,
}) => {
  const cascading = tablesDeletedWithAccount(keys);
  for (const { table, ends = "" } of personal) {
    const named = [...ends.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    expect(
      named.filter((name) => !jobs.includes(name ?? "")),
      `no such job: ${table}`,
    ).toEqual([]);
    if (ends.startsWith("with the account")) {
      expect(cascading, table).toContain(table);
    } else
      expect(named.length > 0 || /^by (?:request|a trigger)/.test(ends), `${table} has no end: ${ends}`).toBe(true);
  }
});

test("D3.9 every job that deletes something is in the record", () => {
  const deleting = jobs.filter((name) => /^(?:purge|forget|erase|remove)-/.test(name));
  expect(deleting.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
