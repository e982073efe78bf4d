import * as contract from "#contract/match-finder.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { findBestMembers } from "./find-best-members.ts";
import { savePreferences, showPreferences } from "./save-preferences.ts";

export const matchFinderRoutes: Handler[] = [
  handle(contract.getPreferences, showPreferences),
  handle(contract.savePreferences, async (ctx, { body }) => {
    await savePreferences(ctx, body);
    return await showPreferences(ctx);
  }),
  handle(contract.findBestMembers, (ctx) => findBestMembers(ctx)),
];
