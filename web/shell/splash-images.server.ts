import { splashPath, splashScreens } from "#contract/splash-screens.ts";
import type { Look } from "#contract/web-app.ts";

/** A picture that a device shows while the app starts, and the screens it is for. */
export type SplashImage = { href: string; media: string };

/** iPads identify themselves as Macs. */
const appleDevice = /iPhone|iPad|Macintosh.*Version\/.*Safari/;

/** The splash images of a look, for iPhones and iPads only (R2.15). The list stays on the server. */
export function splashImages(look: Look, userAgent: string | null): SplashImage[] {
  if (!appleDevice.test(userAgent ?? "")) return [];
  const images: SplashImage[] = [];
  for (const screen of splashScreens) {
    const { width, height, ratio } = screen;
    const size = `(device-width: ${width}px) and (device-height: ${height}px)`;
    for (const orientation of ["portrait", "landscape"] as const) {
      images.push({
        href: splashPath(look, screen, orientation),
        media: `screen and ${size} and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: ${orientation})`,
      });
    }
  }
  return images;
}
