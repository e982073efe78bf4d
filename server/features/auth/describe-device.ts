import Bowser from "bowser";

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

export type DeviceName = { browser: string | null; system: string | null };

/**
 * The names of browser and system, null if the library does not know them. The caller chooses the user agent, so an
 * unknown name could put arbitrary text into our mails.
 */
export function describeDevice(userAgent: string): DeviceName {
  if (userAgent === "") return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  const known = (names: Set<string>, name: string | undefined) => (name && names.has(name) ? name : null);
  return { browser: known(browsers, browser.name), system: known(systems, os.name) };
}
