import { isDeepStrictEqual } from "node:util";
import type { Language } from "#contract/constants.ts";
import type { EditablePage } from "#contract/page-sections.ts";
import type { Db } from "#server/db/pool.ts";
import type { SiteFile } from "./site-file.ts";

type OwnTexts = Pick<SiteFile, "pages" | "words">;
type Row = { title: string | null; body: string };

/** All that a site words itself: sections by keys such as `terms.en.s3`, other texts, which have no title, too. */
export async function findOwnTexts(db: Db, siteId: number): Promise<OwnTexts> {
  const rows = await db
    .selectFrom("page_texts")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("page")
    .orderBy("language")
    .orderBy("section")
    .execute();
  const texts: OwnTexts = { pages: {}, words: {} };
  for (const { page, language, section, title, body } of rows) {
    const key = `${page}.${language}.${section}`;
    if (body !== null && title !== null) texts.pages[key] = { title, body };
    else if (body !== null) texts.words[key] = body;
  }
  return texts;
}

function rowsOf({ pages, words }: OwnTexts): Map<string, Row> {
  const others = Object.entries(words).map(([key, body]): [string, Row] => [key, { title: null, body }]);
  return new Map<string, Row>([...Object.entries(pages), ...others]);
}

/** Saves the texts that differ. One that is the built-in again keeps a row, which dates its page. */
export async function saveOwnTexts(
  db: Db,
  siteId: number,
  { before, after, now }: { before: OwnTexts; after: OwnTexts; now: Date },
): Promise<void> {
  const [old, next] = [rowsOf(before), rowsOf(after)];
  for (const key of new Set([...old.keys(), ...next.keys()])) {
    const row = next.get(key);
    if (isDeepStrictEqual(old.get(key), row)) continue;
    const [page = "", language = "", ...section] = key.split(".");
    const text = { title: row?.title ?? null, body: row?.body ?? null, changed_at: now };
    await db
      .insertInto("page_texts")
      .values({ site_id: siteId, page, language, section: section.join("."), ...text })
      .onConflict((conflict) => conflict.columns(["site_id", "page", "language", "section"]).doUpdateSet(text))
      .execute();
  }
}

const selectTexts = (
  db: Db,
  { siteId, language, pages }: { siteId: number; language: Language; pages: readonly string[] },
) =>
  db
    .selectFrom("page_texts")
    .select(["page", "section", "title", "body"])
    .where("site_id", "=", siteId)
    .where("language", "=", language)
    .where("page", "in", pages)
    .orderBy("section")
    .execute();

/** The texts without a title of some catalogs, by keys such as `landers.en.video.heading`. */
export async function findSiteWords(
  db: Db,
  { siteId, language, catalogs }: { siteId: number; language: Language; catalogs: readonly string[] },
): Promise<Record<string, string>> {
  const rows = await selectTexts(db, { siteId, language, pages: catalogs });
  return Object.fromEntries(
    rows.flatMap(({ page, section, title, body }) =>
      title !== null || body === null ? [] : [[`${page}.${language}.${section}`, body]],
    ),
  );
}

export async function findSections(
  db: Db,
  { siteId, language, page }: { siteId: number; language: Language; page: EditablePage },
) {
  const rows = await selectTexts(db, { siteId, language, pages: [page] });
  return rows.flatMap(({ section, title, body }) =>
    title === null || body === null ? [] : [{ section, title, body }],
  );
}
