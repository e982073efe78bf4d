import { useHydrated } from "#web/lib/use-hydrated.ts";

/** Whether passkeys can work here, or why not: the browser has none, or the address is a number. */
export type Support = "yes" | "no_browser" | "no_name";

/** Browsers keep passkeys for names, never for addresses like `127.0.0.1` or `[::1]`. */
export function isNumber(hostname: string): boolean {
  return hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
}

function look(): Support {
  if (isNumber(location.hostname)) return "no_name";
  return typeof PublicKeyCredential === "function" ? "yes" : "no_browser";
}

/** The server takes it that the browser can; most do. */
export function useSupport(): Support {
  return useHydrated() ? look() : "yes";
}
