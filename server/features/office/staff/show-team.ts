import type { z } from "zod";
import type { changeStaffSites, Team } from "#contract/staff.ts";
import { describeDevice } from "#server/features/auth/index.ts";
import { listSites } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { nameSites } from "../sites/choose-site.ts";
import type { AuditEntry } from "./audit.ts";
import { limitStaff, listStaff } from "./manage-staff.ts";
import { lifetimes } from "./rules.ts";
import { findStaffSessions } from "./staff-store.ts";

export async function showTeam({ db, now }: Pick<StaffContext, "db" | "now">): Promise<Team> {
  const idleSince = new Date(now.getTime() - lifetimes.idle);
  const sessions = Map.groupBy(await findStaffSessions(db, { now, idleSince }), ({ staff_id: id }) => id);
  return {
    sites: nameSites(await listSites(db)),
    people: (await listStaff(db, now)).map(({ lastLogin, ...person }) => ({
      ...person,
      last_login_at: lastLogin?.toISOString() ?? null,
      sessions: (sessions.get(person.id) ?? []).map(({ user_agent, used_at }) => ({
        ...describeDevice(user_agent),
        used_at: used_at.toISOString(),
      })),
    })),
  };
}

/** Never the caller's own: an admin of all sites is left. */
export async function changeSites(
  { db, staff, now }: Mutating<StaffContext>,
  { id, sites }: z.output<typeof changeStaffSites.body>,
): Promise<AuditEntry> {
  if (id === staff.staffId || !(await listStaff(db, now)).some((person) => person.id === id)) {
    throw fail("staff_item_gone");
  }
  const chosen = (await listSites(db)).filter(({ key }) => sites?.includes(key));
  if (sites !== null && chosen.length !== new Set(sites).size) throw failFields({ sites: "unknown_option" });
  await limitStaff(db, id, sites && chosen.map((site) => site.id));
  return { action: "staff_sites_changed", subject: `staff:${id}`, detail: { sites: sites?.join(" ") ?? "all" } };
}
