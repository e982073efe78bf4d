/**
 * What each page does before its scripts; a public page of a visitor does no more until it is touched (0080). With all
 * that it imports it is one file of a few kB, so nothing here may need React.
 */
import { keepVisitOrigin, sendVisitOrigin } from "./account/signup-link/tracking.ts";
import { listenToModes } from "./lib/appearance.ts";
import { storeInstallPrompt } from "./lib/install.ts";
import { sendHiddenBeacons } from "./shell/hidden-beacon.ts";
import { entryWarningId, warnAtEntry } from "./shell/warn-at-entry.ts";

storeInstallPrompt();
sendVisitOrigin();
keepVisitOrigin();
sendHiddenBeacons();
listenToModes();
const warning = document.getElementById(entryWarningId);
if (warning instanceof HTMLDialogElement) void warnAtEntry(warning);
