import type { StaffRole } from "#contract/constants.ts";
import * as contract from "#contract/office.ts";
import { findAuditLog } from "#server/features/staff/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { decidePhoto } from "./decide-photo.ts";
import { findPhotos } from "./photo-queue-store.ts";
import { handleDecision, handleTake } from "./queue.ts";
import { deleteClaim, findWaiting } from "./queue-store.ts";
import { filePath } from "./serve-files.ts";

const mayWorkOn = (role: StaffRole) => (name: contract.QueueName) =>
  (contract.queueRoles[name] as readonly StaffRole[]).includes(role);

export const officeRoutes: Handler[] = [
  handle(contract.getQueues, async ({ db, staff }) => {
    const names = contract.queueNames.filter(mayWorkOn(staff.role));
    const queues = await Promise.all(
      names.map(async (name) => {
        const { waiting, oldest } = await findWaiting(db, name);
        return { name, waiting, oldest: oldest?.toISOString() ?? null };
      }),
    );
    return { queues };
  }),
  handle(contract.releaseItem, async ({ db, staff }, { body }) => {
    await deleteClaim(db, { queue: body.queue, staffId: staff.staffId, item: body.id });
    return { ok: true };
  }),
  handleTake("photos", contract.takePhotos, async (db, ids, { now }) =>
    (await findPhotos(db, ids, now)).map(({ member_id, name, fictional, ...photo }) => ({
      ...photo,
      member: { id: member_id, name, fictional },
      image: filePath("photo", photo.id),
    })),
  ),
  handleDecision("photos", contract.decidePhoto, decidePhoto),
  handle(contract.getAuditLog, ({ db }, { query }) => findAuditLog(db, query.before ?? null)),
];
