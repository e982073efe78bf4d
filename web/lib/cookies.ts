import { type CookieName, cookieDays } from "#contract/constants.ts";

export function readCookie(header: string | null, name: CookieName): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value !== undefined) return safeDecode(value);
  }
  return undefined;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Sets it for its days; null deletes it. */
export function setCookie(name: CookieName, value: string | null): void {
  const days = value === null ? 0 : cookieDays[name];
  const age = days === null ? "" : `; Max-Age=${days * 86_400}`;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there on plain http
  document.cookie = `${name}=${encodeURIComponent(value ?? "")}; Path=/${age}; SameSite=Lax${secure}`;
}
