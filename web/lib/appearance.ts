export const modes = ["system", "light", "dark"] as const;
export type Mode = (typeof modes)[number];

export const modeCookie = "mode";
export const modeCookieDays = 365;

export function isMode(text: string | undefined): text is Mode {
  return (modes as readonly string[]).includes(text ?? "");
}
