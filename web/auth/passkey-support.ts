import { useInBrowser } from "#web/lib/use-hydrated.ts";

/** Whether passkeys can work here, or why not: the browser lacks them, or the host is an IP address. */
export type Support = "yes" | "no_browser" | "no_name";

/** Browsers store passkeys for host names, never for IP addresses like `127.0.0.1` or `[::1]`. */
export function isNumber(hostname: string): boolean {
  return hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
}

function detect(): Support {
  if (isNumber(location.hostname)) return "no_name";
  return typeof PublicKeyCredential === "function" ? "yes" : "no_browser";
}

/** The server assumes that the browser supports passkeys, as most do. */
export function useSupport(): Support {
  return useInBrowser<Support>(detect, "yes");
}
