import { demoPassword } from "#demo/password.ts";
import { demoStaff } from "#demo/staff.ts";
import { type Caller, send } from "#e2e/member.ts";
import { codeOf, inviteStaff, staffPassword } from "#e2e/staff.ts";
import { newCaller, read } from "./caller.ts";

/** An admin who decided before: the moderator of the trial gets the appeals against these decisions. */
export async function newColleague(): Promise<Caller> {
  const caller = await newCaller("en");
  const token = inviteStaff("admin").path.split("/").at(-1);
  const { secret } = await send(caller, "POST", "/api/staff-setup.php", { token, password: staffPassword });
  await send(caller, "PUT", "/api/staff-setup.php", { token, code: codeOf(secret) });
  return caller;
}

/** The moderator's own login, for a look at what waits for them. */
export async function logInModerator(): Promise<Caller> {
  const caller = await newCaller("en");
  const login = { email: demoStaff.email, password: demoPassword, code: codeOf(demoStaff.secret) };
  await send(caller, "POST", "/api/staff.php", login);
  return caller;
}

/** Decides on a photo of the queue. */
export async function decidePhoto(colleague: Caller, id: string, verdict: "approved" | "explicit"): Promise<void> {
  await send(colleague, "POST", "/api/staff-photos.php", { count: 1, first: id });
  await send(colleague, "PUT", "/api/staff-photos.php", { id, verdict });
}

/** Takes a measure against a member from their page. */
export async function sanction(
  colleague: Caller,
  { id }: { id: string },
  measure: { measure: "banned" } | { measure: "suspended"; days: number },
  reasons: { ground: "scam" | "harassment"; words: string },
): Promise<void> {
  const { member } = await read(colleague, `/api/staff-member.php?id=${id}`);
  await send(colleague, "POST", "/api/staff-sanction.php", { id, version: member.version, ...measure, ...reasons });
}

/** Closes what the demo world has waiting, so that the moderator meets the trial's cases only. */
export async function settleDemo(colleague: Caller): Promise<void> {
  for (;;) {
    const { items } = await send(colleague, "POST", "/api/staff-withdrawals.php", { count: 12 });
    if (items.length === 0) return;
    for (const { id } of items) await send(colleague, "PUT", "/api/staff-withdrawals.php", { id, verdict: "closed" });
  }
}

/** How many items of each queue wait for the moderator. */
export async function countWaiting(moderator: Caller): Promise<Record<string, number>> {
  const { queues } = await read(moderator, "/api/staff-queues.php");
  const counts = queues.map(({ name, waiting }: { name: string; waiting: number }) => [name, waiting] as const);
  return Object.fromEntries(counts.filter(([, waiting]: readonly [string, number]) => waiting > 0));
}
