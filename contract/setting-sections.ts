/** The sections of the settings in their order; each is a screen of its own. */
export const settingSections = [
  "address",
  "password",
  "passkeys",
  "devices",
  "told",
  "privacy",
  "consents",
  "blocked",
  "language",
  "appearance",
  "my-data",
] as const;
export type SettingSection = (typeof settingSections)[number];

/** The list of the sections (D1.5). */
export const settingsPath = "/notifications";

export const settingPath = (section: SettingSection) => `${settingsPath}/${section}` as const;

export const isSettingSection = (text: string | undefined): text is SettingSection =>
  settingSections.some((section) => section === text);
