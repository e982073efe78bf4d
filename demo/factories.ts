import { randomUUID } from "node:crypto";
import { openSession } from "#server/features/account/sessions.ts";
import { book } from "#server/features/credits/book.ts";
import { openWallet } from "#server/features/credits/open-wallet.ts";
import { createProfile } from "#server/features/profiles/create-profile.ts";
import type { Platform } from "#server/platform.ts";

type Wish = { siteId: number; country?: string; credits?: number };

/** A member as tests need one: confirmed, in a town of the country, with credits; `cookie` is their session's header. */
export async function makeMember(platform: Pick<Platform, "db" | "clock" | "random">, wish: Wish) {
  const { db, clock, random } = platform;
  const { siteId, country = "NL", credits = 0 } = wish;
  const now = clock.now();
  const name = `member-${randomUUID().slice(0, 8)}`;
  const email = `${name}@example.org`;
  const { id } = await db
    .insertInto("accounts")
    .values({
      site_id: siteId,
      name,
      name_key: name,
      email,
      password_hash: "",
      language: "en",
      status: "active",
      created_at: now,
      confirmed_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const town = await db
    .selectFrom("cities")
    .select(["id as city_id", "name", "country", "region", "latitude", "longitude"])
    .where("country", "=", country)
    .orderBy("population", "desc")
    .executeTakeFirstOrThrow();
  await createProfile(db, {
    memberId: id,
    siteId,
    name,
    gender: "female",
    sexuality: "bi",
    dateOfBirth: "1990-05-17",
    place: { ...town, names: {} },
    now,
  });
  await openWallet(db, { memberId: id, siteId });
  if (credits > 0) await book(db, { memberId: id, siteId, amount: credits, cause: "demo", causeId: id, now });
  return { id, name, email, cookie: `auth=${await openSession(db, random, id, "test", now)}` };
}
