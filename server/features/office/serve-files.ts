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
import { sendSound } from "#server/http/send-sound.ts";
import { type AuditEntry, logReads } from "./staff/audit.ts";
import { findStaffSession } from "./staff/sessions.ts";
import { areOnSites } from "./staff/site-things-store.ts";

type Kind = {
  roles: readonly StaffRole[];
  /** What the id in the address names, whose site has to be one of the staff member's. */
  of: Parameters<typeof areOnSites>[1];
  find(db: Db, id: string, by: { staffId: string; now: Date }): Promise<string | null>;
  /** What the audit log says of it, once an hour (D11.4); null if the queue logs its items as they are taken. */
  entry: ((db: Db, id: string) => Promise<AuditEntry>) | null;
};

const opened: Kind["entry"] = async (db, id) => ({ action: "photos_opened", memberId: await findPhotoOwner(db, id) });
/** A photo that a decision took from the member's profile. */
const rejected: Kind["entry"] = async (db, id) => ({ action: "photos_opened", memberId: await findOwnerOf(db, id) });
const heard: Kind["entry"] = async (db, id) => ({
  action: "introduction_opened",
  memberId: await findIntroductionOwner(db, id),
});
/** The small photos of found members: the search itself is logged, too. */
const listed: Kind["entry"] = async () => ({ action: "photos_listed" });

const kinds = {
  photo: { of: "photo", roles: queueRoles.photos, find: waitingPhotoFile, entry: null },
  profile: { of: "photo", roles: safetyRoles, find: anyPhotoFile, entry: opened },
  listed: { of: "photo", roles: safetyRoles, find: smallPhotoFile, entry: listed },
  shown: { of: "photo", roles: queueRoles.photos, find: shownPhotoFile, entry: opened },
  chat: { of: "chat_photo", roles: queueRoles.chat_photos, find: waitingChatPhotoFile, entry: null },
  report: {
    of: "report",
    roles: queueRoles.reports,
    find: async (db, id) => reportedPhotoFile(db, id, { closed: await isObjectedTo(db, id) }),
    entry: null,
  },
  appeal: { of: "statement", roles: queueRoles.objections, find: appealPhotoFile, entry: null },
  rejected: { of: "statement", roles: safetyRoles, find: decidedPhotoFile, entry: rejected },
  message: { of: "chat_photo", roles: queueRoles.reports, find: openedChatPhotoFile, entry: null },
  selfie: { of: "picture", roles: queueRoles.verifications, find: claimedPictureFile, entry: null },
} satisfies Record<string, Kind>;

const sounds = {
  voice: { of: "voice", roles: queueRoles.reports, find: reportedVoiceFile, entry: null },
  introduction: { of: "introduction", roles: queueRoles.introductions, find: waitingIntroductionFile, entry: null },
  heard: { of: "introduction", roles: safetyRoles, find: keptIntroductionFile, entry: heard },
  reported: {
    of: "report",
    roles: queueRoles.reports,
    find: async (db, id) => reportedIntroductionFile(db, id, { closed: await isObjectedTo(db, id) }),
    entry: null,
  },
  spoken: { of: "statement", roles: queueRoles.objections, find: appealVoiceFile, entry: null },
} satisfies Record<string, Kind>;

export const filePath = (kind: keyof typeof kinds, id: string) => `/staff-files/${kind}/${id}.webp`;
export const soundPath = (kind: keyof typeof sounds, id: string) => `/staff-files/${kind}/${id}.sound`;

const allKinds: Readonly<Record<string, Readonly<Record<string, Kind>>>> = { webp: kinds, sound: sounds };

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
    const entry = await kind.entry?.(services.db, id);
    if (entry) await inTransaction(services.db, (trx) => logReads(trx, session, now, [entry]));
    return { key, bytes };
  }
};
