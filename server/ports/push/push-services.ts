/** The services of Chromium browsers, Firefox, Edge and Safari; a leading dot includes all subdomains. */
const services = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  ".notify.windows.com",
  ".push.apple.com",
] as const;

/** Whether a URL belongs to a known push service: https, the default port, no login in it. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return services.some((name) => (name.startsWith(".") ? url.hostname.endsWith(name) : url.hostname === name));
}
