import { data, redirect } from "react-router";
import { putLanguage, requestMailChange, resendActivation } from "#contract/account.ts";
import { changePassword, endDevice, endOtherDevices, logOut } from "#contract/auth.ts";
import { isLanguage, pathIn } from "#contract/languages.ts";
import { unblockMember } from "#contract/moderation.ts";
import {
  disabledReasons,
  getNotifications,
  liftDisabled,
  notificationChannels,
  notificationKinds,
  setNotification,
} from "#contract/notifications.ts";
import { requestDownload } from "#contract/privacy.ts";
import { saveProfile, seeks, setSexuality } from "#contract/profiles.ts";
import type { Page } from "#web/lib/page.ts";
import { toFailure } from "#web/lib/use-call.ts";
import { profileSwitches } from "#web/setting-parts/profile-switch.tsx";
import type { Posted, Setting } from "#web/setting-parts/setting-form.tsx";

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "");

/** Saves each changed switch separately. */
async function saveNotifications(page: Page, form: FormData): Promise<undefined> {
  const { preferences } = await page.call(getNotifications);
  for (const kind of notificationKinds) {
    for (const channel of notificationChannels) {
      const enabled = form.has(`${kind}.${channel}`);
      if (enabled !== preferences[kind][channel])
        await page.call(setNotification, { body: { kind, channel, enabled } });
    }
  }
}

/** The handler of each settings form. It returns the address that a mail went to. */
const saves = {
  resend: async (page: Page) => (await page.call(resendActivation, { body: {} })).email,
  address: async (page: Page, form: FormData) => {
    const body = { email: textOf(form, "email"), password: textOf(form, "password") };
    return (await page.call(requestMailChange, { body })).email;
  },
  password: async (page: Page, form: FormData) => {
    const body = { old_password: textOf(form, "old_password"), password: textOf(form, "password") };
    await page.call(changePassword, { body });
  },
  device: async (page: Page, form: FormData) => {
    await page.call(endDevice, { body: { id: textOf(form, "id") } });
  },
  other_devices: async (page: Page) => {
    await page.call(endOtherDevices);
  },
  notifications: saveNotifications,
  disabled: async (page: Page, form: FormData) => {
    const reason = disabledReasons.find((each) => form.has(each));
    if (reason) await page.call(liftDisabled, { body: { disabled: reason } });
  },
  privacy: async (page: Page, form: FormData) => {
    await page.call(saveProfile, { body: Object.fromEntries(profileSwitches.map((name) => [name, form.has(name)])) });
  },
  consents: async (page: Page, form: FormData) => {
    if (form.has("explicit")) await page.call(saveProfile, { body: { explicit_consent: false } });
    else if (form.has("about_me")) await page.call(saveProfile, { body: { about_me_consent: false } });
    else await page.call(setSexuality, { body: { seeks: seeks.find((code) => code === form.get("seeks")) ?? null } });
  },
  blocked: async (page: Page, form: FormData) => {
    await page.call(unblockMember, { body: { id: textOf(form, "id") } });
  },
  language: async (page: Page, form: FormData) => {
    const language = textOf(form, "language");
    if (!isLanguage(language)) return;
    await page.call(putLanguage, { body: { language } });
    // another language has another base path
    throw redirect(`${page.origin}${pathIn(language, `/notifications?locale=${language}`)}`);
  },
  data: async (page: Page) => {
    await page.call(requestDownload);
  },
  log_out: async (page: Page) => {
    await page.call(logOut);
    throw redirect("/");
  },
} satisfies Record<Setting, (page: Page, form: FormData) => Promise<string | undefined>>;

const isSetting = (name: string): name is Setting => Object.hasOwn(saves, name);

/** Saves the settings form that a browser posted without scripts (R2.26). */
export async function saveSetting(page: Page, request: Request) {
  const form = await request.formData();
  const setting = textOf(form, "setting");
  if (!isSetting(setting)) throw data(null, { status: 400 });
  try {
    const email = (await saves[setting](page, form)) ?? "";
    return { setting, email, refused: null } satisfies Posted;
  } catch (error) {
    if (error instanceof Response) throw error;
    return data({ setting, email: textOf(form, "email"), refused: toFailure(error) } satisfies Posted, { status: 400 });
  }
}
