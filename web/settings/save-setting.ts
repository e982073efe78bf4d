import { type ActionFunctionArgs, data } from "react-router";
import { logOut } from "#contract/auth.ts";
import { getNotifications, notificationChannels, notificationKinds, setNotification } from "#contract/notifications.ts";
import { saveProfile } from "#contract/profiles.ts";
import { resendMail } from "#web/account/resend-activation.tsx";
import { cancelAddressChange, requestAddressChange } from "#web/auth/address-setting.tsx";
import { endOneDevice, endOthers } from "#web/auth/devices-setting.tsx";
import { savePassword } from "#web/auth/password-setting.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, pageOf } from "#web/lib/page.ts";
import type { Fields } from "#web/lib/use-form.ts";
import { unblock } from "#web/moderation/blocked-members.tsx";
import { lift } from "#web/notifications/lift-disabled.tsx";
import { askForData } from "#web/privacy/my-data.tsx";
import { profileSwitches } from "#web/setting-parts/profile-switch.tsx";
import type { Setting } from "#web/setting-parts/setting-form.tsx";
import { saveConsent } from "./consents.tsx";
import { saveLanguage } from "./language-setting.tsx";

/** Saves each changed switch separately, as the page's scripts do when it is turned. */
async function saveNotifications(call: CallFunction, fields: Fields) {
  const { preferences } = await call(getNotifications);
  for (const kind of notificationKinds) {
    for (const channel of notificationChannels) {
      const enabled = fields[`${kind}.${channel}`] !== undefined;
      if (enabled !== preferences[kind][channel]) await call(setNotification, { body: { kind, channel, enabled } });
    }
  }
}

/** How each form of the settings is sent. With scripts the switches are saved when they are turned. */
const sends: Record<Setting, (call: CallFunction, fields: Fields) => Promise<unknown>> = {
  resend: resendMail,
  address: requestAddressChange,
  address_cancel: cancelAddressChange,
  password: savePassword,
  device: endOneDevice,
  other_devices: endOthers,
  notifications: saveNotifications,
  disabled: lift,
  privacy: (call, fields) =>
    call(saveProfile, { body: Object.fromEntries(profileSwitches.map((name) => [name, fields[name] !== undefined])) }),
  consents: saveConsent,
  blocked: unblock,
  language: saveLanguage,
  data: askForData,
  log_out: async (call) => {
    await call(logOut);
    return { next: "/" };
  },
};

const isSetting = (name: string): name is Setting => Object.hasOwn(sends, name);

/** What the page needs of an answer: where a mail went to, and the page to go on to. */
function pickTexts(answer: unknown): { email: string; next: string | null } {
  const { email, next } = Object(answer);
  return { email: typeof email === "string" ? email : "", next: typeof next === "string" ? next : null };
}

const save = createAction(
  async (call, fields) => {
    const { setting = "" } = fields;
    if (!isSetting(setting)) throw data(null, { status: 400 });
    return pickTexts(await sends[setting](call, fields));
  },
  // absolute, because another language has another base path
  ({ next }, { context }: ActionFunctionArgs) => next && `${pageOf(context).origin}${next}`,
);

/** Saves the settings form that a browser posted without scripts. */
export async function saveSetting(args: ActionFunctionArgs) {
  await pageOf(args.context).member();
  return await save(args);
}
