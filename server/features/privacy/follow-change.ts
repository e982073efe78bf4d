import type { Hooks } from "#server/hooks.ts";
import { cancelWaiting, expireDownloads } from "./download-store.ts";
import { recordConsents } from "./record-consents.ts";

/** Keeps archives and notes of consents equal to what a member changed (D3.9, D11.5). */
export const followChange: Hooks["memberChanged"] = async ({ db, services }, id, change) => {
  if (change === "deleted") await cancelWaiting(db, id);
  if (change === "consent_withdrawn") await expireDownloads(db, id);
  if (change === "consents") await services.jobs.add(db, recordConsents, { id });
};
