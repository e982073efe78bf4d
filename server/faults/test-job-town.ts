import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { type MemberInput, makeMember } from "#demo/factories.ts";
import { plantDirectDebit } from "#server/features/payments/direct-debit/test-direct-debit.ts";
import { openShop } from "#server/features/payments/test-shop.ts";
import { TestClient } from "#server/http/test-client.ts";

/** The product with members, staff and a shop, and things in it that a job finds. */
export async function openTown() {
  const shop = await openShop();
  const { services, app } = shop;
  const { db, clock } = services;
  const siteId = shop.siteIds[0] ?? 0;
  const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs);

  /** Adds a row; returns the value of its column `returning`, if one is named. */
  async function insert(table: string, row: object, returning = ""): Promise<{ id: string }> {
    const adding = db.insertInto(table as "accounts").values(row as never);
    if (returning === "") {
      await adding.execute();
      return { id: "" };
    }
    return await adding.returning(returning as "id").executeTakeFirstOrThrow();
  }

  const member = async (input: Partial<MemberInput> = {}) => {
    const made = await makeMember(services, { siteId, createdAt: ago(2), ...input });
    const client = new TestClient(app);
    client.cookies.set("auth", made.cookie.slice("auth=".length));
    return { ...made, client };
  };
  const eva = await member();

  return {
    ...shop,
    siteId,
    eva,
    ago,
    insert,
    member,
    plantDirectDebit,
    /** A login of staff; returns its id. */
    async staff(input: object = {}): Promise<string> {
      const login = { email: `${randomUUID()}@example.org`, name: "x", role: "support", created_at: ago(9) };
      return (await insert("staff", { ...login, ...input }, "id")).id;
    },
    /** A member who deleted the account some days ago. */
    async leaver(days: number) {
      const left = await member({ credits: 3 });
      const deleted = { status: "deleted", deleted_at: ago(days) };
      await db.updateTable("accounts").set(deleted).where("id", "=", left.id).execute();
      await db.updateTable("profiles").set({ listed: false }).where("member_id", "=", left.id).execute();
      return left;
    },
    /** Lets the next entries be the oldest, which its triggers would refuse. */
    async emptyAuditLog() {
      await db.transaction().execute(async (trx) => {
        await sql`alter table audit_log disable trigger user`.execute(trx);
        await sql`delete from audit_log`.execute(trx);
        await sql`delete from audit_checks`.execute(trx);
        await sql`alter table audit_log enable trigger user`.execute(trx);
      });
    },
  };
}

export type JobTown = Awaited<ReturnType<typeof openTown>>;

/** Makes what a job finds; returns the job's data, if it has some. */
export type JobPlant = (town: JobTown) => Promise<unknown>;
