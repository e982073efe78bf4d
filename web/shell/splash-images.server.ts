import { isAppleDevice, type SplashImage, splashImagesOf, splashScreens } from "#contract/splash-screens.ts";
import type { Look } from "#contract/web-app.ts";

/** The splash images of a look, for iPhones and iPads only. The list of screens stays on the server. */
export function splashImages(look: Look, userAgent: string | null): SplashImage[] {
  return isAppleDevice(userAgent) ? splashScreens.flatMap((screen) => splashImagesOf(look, screen)) : [];
}
