import { isDeepStrictEqual } from "node:util";
import type { Language } from "#contract/constants.ts";
import type { EditablePage, SectionText } from "#contract/page-sections.ts";
import type { Db } from "#server/db/pool.ts";

type Texts = Readonly<Record<string, SectionText>>;

/** All sections that a site words itself, by their keys, such as `terms.en.s3`. */
export async function findPageTexts(db: Db, siteId: number): Promise<Record<string, SectionText>> {
  const rows = await db
    .selectFrom("page_texts")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("page")
    .orderBy("language")
    .orderBy("section")
    .execute();
  return Object.fromEntries(
    rows.flatMap(({ page, language, section, title, body }) =>
      title === null || body === null ? [] : [[`${page}.${language}.${section}`, { title, body }]],
    ),
  );
}

/** Saves the sections that differ. A section without its own text any more keeps a row, which dates its page. */
export async function savePageTexts(
  db: Db,
  siteId: number,
  { before, after, now }: { before: Texts; after: Texts; now: Date },
): Promise<void> {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isDeepStrictEqual(before[key], after[key])) continue;
    const [page = "", language = "", section = ""] = key.split(".");
    const text = { title: after[key]?.title ?? null, body: after[key]?.body ?? null, changed_at: now };
    await db
      .insertInto("page_texts")
      .values({ site_id: siteId, page, language, section, ...text })
      .onConflict((conflict) => conflict.columns(["site_id", "page", "language", "section"]).doUpdateSet(text))
      .execute();
  }
}

export async function findSections(
  db: Db,
  { siteId, language, page }: { siteId: number; language: Language; page: EditablePage },
) {
  const rows = await db
    .selectFrom("page_texts")
    .select(["section", "title", "body"])
    .where("site_id", "=", siteId)
    .where("language", "=", language)
    .where("page", "=", page)
    .orderBy("section")
    .execute();
  return rows.flatMap(({ section, title, body }) =>
    title === null || body === null ? [] : [{ section, title, body }],
  );
}
