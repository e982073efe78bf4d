import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { StaffRole } from "#contract/constants.ts";
import { queueRoles } from "#contract/office.ts";
import { safetyRoles } from "#contract/staff-members.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { waitingChatPhotoFile } from "#server/features/chat/index.ts";
import {
  appealPhotoFile,
  appealVoiceFile,
  decidedPhotoFile,
  findOwnerOf,
  isObjectedTo,
  openedChatPhotoFile,
  reportedIntroductionFile,
  reportedPhotoFile,
  reportedVoiceFile,
} from "#server/features/moderation/index.ts";
import {
  anyPhotoFile,
  claimedPictureFile,
  findIntroductionOwner,
  findPhotoOwner,
  keptIntroductionFile,
  sendPhotoFile,
  shownPhotoFile,
  smallPhotoFile,
  soundTypeOf,
  waitingIntroductionFile,
  waitingPhotoFile,
} from "#server/features/profiles/index.ts";
import type { Staff } from "#server/http/handle.ts";
import { sendSound } from "#server/http/send-sound.ts";
import type { Services } from "#server/services.ts";
import { logReads } from "./staff/audit.ts";
import { findStaffSession } from "./staff/sessions.ts";
import { areOnSites } from "./staff/site-things-store.ts";

type Kind = {
  roles: readonly StaffRole[];
  /** What the id in the address names, whose site has to be one of the staff member's. */
  of: Parameters<typeof areOnSites>[1];
  find(db: Db, id: string, by: { staffId: string; now: Date }): Promise<string | null>;
  /** Writes the reading to the audit log; null if the queue logs its items as they are taken. */
  log: typeof logOpened | null;
};

const kinds = {
  photo: { of: "photo", roles: queueRoles.photos, find: waitingPhotoFile, log: null },
  profile: { of: "photo", roles: safetyRoles, find: anyPhotoFile, log: logOpened },
  listed: { of: "photo", roles: safetyRoles, find: smallPhotoFile, log: logListed },
  shown: { of: "photo", roles: queueRoles.photos, find: shownPhotoFile, log: logOpened },
  chat: { of: "chat_photo", roles: queueRoles.chat_photos, find: waitingChatPhotoFile, log: null },
  report: {
    of: "report",
    roles: queueRoles.reports,
    find: async (db, id) => reportedPhotoFile(db, id, { closed: await isObjectedTo(db, id) }),
    log: null,
  },
  appeal: { of: "statement", roles: queueRoles.objections, find: appealPhotoFile, log: null },
  rejected: { of: "statement", roles: safetyRoles, find: decidedPhotoFile, log: logRejected },
  message: { of: "chat_photo", roles: queueRoles.reports, find: openedChatPhotoFile, log: null },
  selfie: { of: "picture", roles: queueRoles.verifications, find: claimedPictureFile, log: null },
} satisfies Record<string, Kind>;

const sounds = {
  voice: { of: "voice", roles: queueRoles.reports, find: reportedVoiceFile, log: null },
  introduction: { of: "introduction", roles: queueRoles.introductions, find: waitingIntroductionFile, log: null },
  heard: { of: "introduction", roles: safetyRoles, find: keptIntroductionFile, log: logHeard },
  reported: {
    of: "report",
    roles: queueRoles.reports,
    find: async (db, id) => reportedIntroductionFile(db, id, { closed: await isObjectedTo(db, id) }),
    log: null,
  },
  spoken: { of: "statement", roles: queueRoles.objections, find: appealVoiceFile, log: null },
} satisfies Record<string, Kind>;

export const filePath = (kind: keyof typeof kinds, id: string) => `/staff-files/${kind}/${id}.webp`;
export const soundPath = (kind: keyof typeof sounds, id: string) => `/staff-files/${kind}/${id}.sound`;

const allKinds: Readonly<Record<string, Readonly<Record<string, Kind>>>> = { webp: kinds, sound: sounds };

/** Logs that a staff member opened photos of a member, once an hour (D11.4). */
async function logOpened({ db, clock }: Pick<Services, "db" | "clock">, staff: Staff, photoId: string): Promise<void> {
  const memberId = await findPhotoOwner(db, photoId);
  const entry = { action: "photos_opened", memberId: memberId ?? null };
  await inTransaction(db, (trx) => logReads(trx, staff, clock.now(), [entry]));
}

/** Logs the same of a photo that a decision took from the member's profile. */
async function logRejected({ db, clock }: Pick<Services, "db" | "clock">, staff: Staff, id: string): Promise<void> {
  const entry = { action: "photos_opened", memberId: (await findOwnerOf(db, id)) ?? null };
  await inTransaction(db, (trx) => logReads(trx, staff, clock.now(), [entry]));
}

/** Logs that a staff member heard an introduction in its owner's file, once an hour. */
async function logHeard({ db, clock }: Pick<Services, "db" | "clock">, staff: Staff, id: string): Promise<void> {
  const entry = { action: "introduction_opened", memberId: (await findIntroductionOwner(db, id)) ?? null } as const;
  await inTransaction(db, (trx) => logReads(trx, staff, clock.now(), [entry]));
}

/** Logs that a staff member saw the small photos of found members, once an hour: the search itself is logged, too. */
async function logListed({ db, clock }: Pick<Services, "db" | "clock">, staff: Staff): Promise<void> {
  await inTransaction(db, (trx) => logReads(trx, staff, clock.now(), [{ action: "photos_listed" }]));
}

/**
 * A picture or a recording under inspection, the visible picture that it is compared with, one in a member's file, or
 * a reported recording; each request checks the role. A selfie is a 404 but for the staff member who has claimed it.
 * No browser keeps a copy: only staff may see these files, documents among them, and several people may use the
 * computer.
 */
export const serveStaffFiles: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  const options = { config: { limit: "file" } } as const;
  app.get<{ Params: { kind: string; file: string } }>("/staff-files/:kind/:file", options, async (request, reply) => {
    const { kind, file } = request.params;
    const [, id = "", ending = ""] = /^([0-9a-f-]{36})\.(webp|sound)$/.exec(file) ?? [];
    const served = await find(request, allKinds[ending]?.[kind], id);
    if (!served) return sendPhotoFile(request, reply, null);
    const { bytes, key } = served;
    if (ending === "sound") return sendSound(request, reply, { bytes, type: soundTypeOf(key), etag: null });
    return sendPhotoFile(request, reply, { bytes, format: "webp", etag: null, immutable: false, sharedSeconds: 0 });
  });

  async function find(request: FastifyRequest, kind: Kind | undefined, id: string) {
    const now = services.clock.now();
    const session = kind && isUuid(id) ? await findStaffSession(services, request, now) : null;
    if (!kind || !session?.role || !kind.roles.includes(session.role)) return null;
    if (!(await areOnSites(services.db, kind.of, [id], session.sites))) return null;
    const key = await kind.find(services.db, id, { staffId: session.staffId, now });
    const bytes = key && (await services.files.get(key));
    if (!key || !bytes) return null;
    await kind.log?.(services, session, id);
    return { key, bytes };
  }
};
