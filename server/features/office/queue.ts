import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { StaffRole } from "#contract/constants.ts";
import { type handOverItem, type QueueName, type queueItem, queueRoles, type undoDecision } from "#contract/office.ts";
import type { Db } from "#server/db/pool.ts";
import { rehearse } from "#server/db/transaction.ts";
import { fail } from "#server/http/fail.ts";
import type { Handler, StaffContext } from "#server/http/handle.ts";
import { type DecideContext, type DecidedCase, decideHeld, deciders, settleItem } from "./held-decisions.ts";
import { deleteHeldOf, findDropped, insertHeldDecision } from "./held-store.ts";
import {
  claimFirst,
  claimOne,
  deleteClaim,
  deleteOldClaims,
  findHandovers,
  findWaiting,
  findWorkers,
  insertHandover,
  isOfOwnSites,
  isWaitingFor,
  settleClaim,
  type Taken,
} from "./queue-store.ts";
import { type AuditEntry, handleLogged, handleRead } from "./staff/audit.ts";

type ClaimInput = {
  count: number;
  after?: { since: string; id: string; urgency: number } | undefined;
  had?: readonly string[] | undefined;
  first?: string | undefined;
};

/** How often to retry if other staff claimed all of the same items first. */
const maxTries = 3;

/** Claims up to `count` of the first items of a queue for the caller; the one that is asked for comes before all. */
async function claimItems(
  ctx: StaffContext,
  queue: QueueName,
  { count, after, had, first }: ClaimInput,
): Promise<Taken[]> {
  const { db, staff, now } = ctx;
  await deleteOldClaims(db, staff.staffId, now);
  const lastSeen = after ? { ...after, since: new Date(after.since) } : null;
  const asked = first !== undefined && !after ? { queue, staff, now, after: null, only: first, limit: 1 } : null;
  const chosen = asked ? await claimFirst(db, asked) : [];
  let claimed: Taken[] = [];
  for (let tries = 0; tries < maxTries && claimed.length < count; tries += 1) {
    const countBefore = claimed.length;
    claimed = await claimFirst(db, { queue, staff, now, after: lastSeen, had, limit: count });
    // if other staff claimed all of these first, further items may be left
    if (tries > 0 && claimed.length === countBefore) break;
  }
  return [...chosen, ...claimed.filter(({ id }) => id !== first)];
}

type Shown = { id: string; member: { id: string } | null };
type Waited = Pick<z.input<typeof queueItem>, "since" | "urgent" | "urgency" | "handovers" | "dropped">;
type TakeAnswer<R> = z.ZodType<unknown, { items: (R & Waited)[]; waiting: number }>;
/** What the caller has to know of a decision. */
type Told = Pick<DecidedCase, "note" | "ended">;
type DecideAnswer = z.ZodType<unknown, { ok: boolean } & Partial<Told>>;
type QueueCalls<R, B> = [
  Call<z.ZodType, z.ZodType<ClaimInput>, TakeAnswer<NoInfer<R>>, "staff">,
  Call<z.ZodType, z.ZodType<B>, DecideAnswer, "staff">,
];
type Show<R> = (db: Db, ids: readonly string[], ctx: StaffContext) => Promise<readonly R[]>;
type Decide<B> = (ctx: DecideContext, body: B) => Promise<DecidedCase | readonly DecidedCase[] | undefined>;

/**
 * The first one claims items for the caller; `show` returns them as staff see them, without those that are gone. The
 * second one ends the claim; `decide` returns the entries for the log, or undefined if the item no longer waits. A
 * decision that is held is carried out by a job, unless it is taken back before. `rehearsed`: it can fail although its
 * item waits, so that it is tried out before it is held.
 */
export function handleQueue<R extends Shown, B extends { id: string; hold: boolean }>(
  queue: QueueName,
  [takeCall, decideCall]: QueueCalls<R, B>,
  show: Show<R>,
  decide: Decide<B>,
  held?: "rehearsed",
): Handler[] {
  deciders.set(queue, async (ctx, decision) => {
    const decided = await decide(ctx, decideCall.body.parse(decision));
    return decided && [decided].flat();
  });
  const take = handleRead(takeCall, async (ctx, { body }) => {
    const claimed = await claimItems(ctx, queue, body);
    const ids = claimed.map(({ id }) => id);
    const itemsById = new Map((await show(ctx.db, ids, ctx)).map((item) => [item.id, item]));
    const handovers = Map.groupBy(await findHandovers(ctx.db, queue, ids), ({ item }) => item);
    const droppedById = new Map((await findDropped(ctx.db, queue, ids)).map(({ item, ...dropped }) => [item, dropped]));
    const items = claimed.flatMap(({ id, since, urgency }) => {
      const item = itemsById.get(id);
      if (!item) return [];
      const asked = (handovers.get(id) ?? []).map(({ by, note, created_at: at }) => ({
        by,
        note,
        at: at.toISOString(),
      }));
      const dropped = droppedById.get(id) ?? null;
      return [{ ...item, since: since.toISOString(), urgent: urgency > 0, urgency, handovers: asked, dropped }];
    });
    const { waiting } = await findWaiting(ctx.db, queue, ctx.staff, ctx.now);
    const log = items.map(({ id, member }) => ({
      action: `${queue}_taken` as const,
      memberId: member?.id ?? null,
      subject: `${queue}:${id}`,
    }));
    return { answer: { items, waiting }, log };
  });
  const decision = handleLogged(decideCall, async (ctx, { body }) => {
    const { db, services, staff, now } = ctx;
    if (!(await isOfOwnSites(db, { queue, staff, now, item: body.id }))) throw fail("staff_item_gone");
    if (!(await settleClaim(db, { queue, staff, now, item: body.id }))) throw fail("staff_item_claimed");
    if (body.hold) {
      if (!(await isWaitingFor(db, { queue, staff, now, item: body.id }))) throw fail("staff_item_gone");
      const told = held === "rehearsed" ? await tryOut(decide, ctx, body) : {};
      const id = services.random.uuid();
      await insertHeldDecision(db, { id, queue, item: body.id, staffId: staff.staffId, decision: body });
      await services.jobs.add(db, decideHeld, { id });
      return { answer: { ok: true, ...told }, log: [] };
    }
    const decided = await decide(ctx, body);
    if (!decided) throw fail("staff_item_gone");
    const entries = [decided].flat();
    const log = await settleItem(db, { queue, item: body.id, staffId: staff.staffId, now }, entries);
    return { answer: { ok: true, ...toldOf(entries) }, log };
  });
  return [take, decision];
}

const ignore = () => undefined;
function toldOf(decided: readonly DecidedCase[]): Told {
  const ended = decided.find((each) => each.ended)?.ended;
  return { note: decided.find(({ note }) => note)?.note ?? null, ...(ended && { ended }) };
}

/** Fails with what `decide` fails with, and neither emits nor ends a session. */
const tryOut = <B>(decide: Decide<B>, ctx: DecideContext, body: B): Promise<Told> =>
  rehearse(ctx.db, async () => {
    const decided = await decide({ ...ctx, emit: ignore, afterCommit: ignore, invalidateSessions: ignore }, body);
    if (!decided) throw fail("staff_item_gone");
    return toldOf([decided].flat());
  });

/** Takes back a decision that is held; the caller has the item again. */
export async function undo(
  { db, staff, now }: StaffContext,
  { queue, id: item }: z.output<typeof undoDecision.body>,
): Promise<AuditEntry[]> {
  if (!(await deleteHeldOf(db, queue, item, staff.staffId))) throw fail("staff_item_gone");
  if (!(await claimOne(db, { queue, staff, now, item }))) throw fail("staff_item_claimed");
  return [];
}

/** Passes an item to the others of its queue, with a note that is shown until it is decided; not back to the caller. */
export async function handOver(
  { db, staff, now }: StaffContext,
  { queue, id: item, note }: z.output<typeof handOverItem.body>,
): Promise<AuditEntry> {
  const roles: readonly StaffRole[] = queueRoles[queue];
  if (!roles.includes(staff.role)) throw fail("staff_role_missing");
  // the claim is a mutex: the last two can't pass an item on to each other at once
  if (!(await claimOne(db, { queue, staff, now, item }))) throw fail("staff_item_claimed");
  if (!(await isWaitingFor(db, { queue, staff, now, item }))) throw fail("staff_item_gone");
  await insertHandover(db, { queue, item, staffId: staff.staffId, note, now });
  const colleagues = (await findWorkers(db, roles)).filter(({ staffId }) => staffId !== staff.staffId);
  let isForSomeone = false;
  for (const colleague of colleagues) isForSomeone ||= await isWaitingFor(db, { queue, staff: colleague, now, item });
  if (!isForSomeone) throw fail("staff_no_colleague");
  await deleteClaim(db, { queue, staff, item });
  return { action: "item_handed_over", subject: `${queue}:${item}` };
}
