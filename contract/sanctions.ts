import type { StaffRole } from "./constants.ts";

/** What staff may do about a member, from mild to severe; each is a kind of decision. */
export const measures = ["warned", "muted", "suspended", "banned"] as const;
/** `reports_paused`: reports and objections are not looked at for a time, as many were unfounded (DSA, article 23). */
export const memberMeasures = [...measures, "reports_paused"] as const;
export type Measure = (typeof memberMeasures)[number];

/** The queues in which a banned member's items no longer wait; the reports about them still do. */
export const queuesEndedByBan = ["photos", "introductions", "texts", "reviews", "ages"] as const;

export const timedMeasures: readonly Measure[] = ["muted", "suspended", "reports_paused"];
/** The days that staff are offered, in reports and on a member's page, beside a day of their own choice. */
export const measureDays = [1, 3, 7, 14, 30, 90] as const;
/** The longest mute or suspension with an end that staff choose themselves. */
export const maxMeasureDays = 366;

export const sanctionRoles: readonly StaffRole[] = ["moderator", "admin"];

export const accountStatuses = ["not_confirmed", "active", "suspended", "banned", "deleted"] as const;
export type AccountStatus = (typeof accountStatuses)[number];
