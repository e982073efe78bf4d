import { sql } from "kysely";
import type { Language } from "#contract/constants.ts";
import { ageAt } from "#server/ages.ts";
import type { Db } from "#server/db/pool.ts";
import { type AddedPhoto, type NewPhoto, PhotoRefused } from "#server/features/profiles/index.ts";
import { languageOf } from "#server/http/language.ts";
import { captions } from "./captions.ts";
import { loginCountry } from "./countries.ts";
import { uuid } from "./people.ts";
import { drawPortrait, sceneOf } from "./portraits/draw.ts";
import type { Sitter } from "./portraits/look.ts";
import { dice } from "./random.ts";

/** `addPhoto` of the photos feature, bound to its services. */
export type AddPhoto = (photo: NewPhoto) => Promise<AddedPhoto>;

export type Drawing = { db: Db; addPhoto: AddPhoto; now: Date; log(line: string): void };

const atOnce = 3;
const never = new AbortController().signal;

/**
 * Draws a main photo for every demo member without one, through the same pipeline as an upload. Stops when
 * `goal` members have one: the demo logins' neighbours first, then the last active.
 */
export async function loadMainPhotos(drawing: Drawing, goal = Infinity): Promise<void> {
  const members = await findSitters(drawing.db);
  const started = performance.now();
  const without = members.filter((member) => member.photos === 0);
  const missing = without.slice(0, Math.max(0, goal - (members.length - without.length)));
  const drawn = await drawEach(
    drawing,
    missing.map((member) => ({ member, index: 0 })),
    never,
  );
  if (drawn > 0) drawing.log(`Drew ${drawn} portraits in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/**
 * Draws a main photo for every fictional profile of a site that has none. Returns how many it drew. Its id follows from
 * the member's: if the process is killed between the files and the row, the next run writes the same files.
 */
export async function drawFictional(drawing: Drawing, siteId: number): Promise<number> {
  const members = await findSitters(drawing.db, siteId);
  const missing = members
    .filter((member) => member.photos === 0)
    .map((member) => ({ member, index: 0, id: uuid(dice(`photo ${member.sitter.seed}`)) }));
  return await drawEach(drawing, missing, never);
}

/** Draws the other photos in the background, main photos first; `until` stops it, and the next start continues. */
export async function loadMorePhotos(drawing: Drawing, until: AbortSignal = never): Promise<number> {
  const members = await findSitters(drawing.db);
  const missing = members.flatMap((member) => {
    const goal = wantedPhotos(member.sitter.seed, member.premium);
    return Array.from({ length: Math.max(0, goal - member.photos) }, (_, more) => ({
      member,
      index: member.photos + more,
    }));
  });
  return await drawEach(
    drawing,
    missing.toSorted((one, other) => one.index - other.index),
    until,
    1,
  );
}

/** Four to six for premium members, one to three for others (R1.09). */
function wantedPhotos(seed: string, premium: boolean): number {
  const random = dice(`photos ${seed}`);
  return premium
    ? random.between(4, 6)
    : random.weighted([
        [1, 3],
        [2, 4],
        [3, 3],
      ]);
}

/** Every third picture has a caption, in its member's language. */
function captionFor({ sitter: { seed }, language }: Member, index: number): string {
  return dice(`caption ${seed} ${index}`).chance(1 / 3) ? captions[language][sceneOf(seed, index)] : "";
}

type Member = { siteId: number; premium: boolean; photos: number; language: Language; sitter: Sitter };

/** The members to draw: those of the demo sites, or the fictional profiles of one site. */
async function findSitters(db: Db, siteId?: number): Promise<Member[]> {
  const rows = await db
    .selectFrom("profiles as p")
    .innerJoin("accounts as a", "a.id", "p.member_id")
    .innerJoin("sites as s", "s.id", "p.site_id")
    .select([
      "p.member_id",
      "p.site_id",
      "p.gender",
      "p.date_of_birth",
      "p.hair_color",
      "p.eye_color",
      "p.body_type",
      "p.premium",
      "a.created_at",
      "a.language",
    ])
    .select((select) =>
      select
        .selectFrom("photos")
        .whereRef("photos.member_id", "=", "p.member_id")
        .select(select.fn.countAll<number>().as("count"))
        .as("photos"),
    )
    .where((where) =>
      siteId === undefined
        ? where.and([where("a.email", "like", "%@demo.invalid"), where("s.demo", "=", true)])
        : where.and([where("p.site_id", "=", siteId), where("p.fictional", "=", true)]),
    )
    .where("p.listed", "=", true)
    .orderBy(sql`p.country = ${loginCountry}`, "desc")
    .orderBy("p.last_active_at", "desc")
    .orderBy("p.member_id")
    .execute();
  return rows.map((row) => ({
    siteId: row.site_id,
    premium: row.premium,
    photos: Number(row.photos),
    language: languageOf(row.language),
    sitter: {
      seed: row.member_id,
      gender: row.gender as Sitter["gender"],
      age: ageAt(row.date_of_birth, row.created_at),
      hair_color: row.hair_color as Sitter["hair_color"],
      eye_color: row.eye_color as Sitter["eye_color"],
      body_type: row.body_type as Sitter["body_type"],
    },
  }));
}

type MemberPhoto = { member: Member; index: number; id?: string };

/** A drawing that a busy machine did not process in time is left out until the next time. */
const isTooSlow = (error: unknown) => error instanceof PhotoRefused && error.problem === "photo_too_slow";

async function drawEach(
  { addPhoto, log }: Drawing,
  photos: readonly MemberPhoto[],
  until: AbortSignal,
  workers = atOnce,
): Promise<number> {
  const queue = photos.values();
  let drawn = 0;
  let late = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const { member, index, ...named } of queue) {
        if (until.aborted) return;
        const image = await drawPortrait(member.sitter, index);
        const owner = { siteId: member.siteId, memberId: member.sitter.seed };
        try {
          await addPhoto({ ...named, ...owner, image, status: "active", caption: captionFor(member, index) });
          drawn += 1;
        } catch (error) {
          if (!isTooSlow(error)) throw error;
          late += 1;
        }
      }
    }),
  );
  if (late > 0)
    log(`Left out ${late} of the portraits, because the machine is busy: the next start draws what is missing.`);
  return drawn;
}
