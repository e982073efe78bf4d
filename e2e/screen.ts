/** A project's screen and language, for a browser beside the test's own. */
export function screenOf(use: object) {
  const { locale, viewport, hasTouch, isMobile, deviceScaleFactor, baseURL } = use as Record<string, never>;
  return { locale, viewport, hasTouch, isMobile, deviceScaleFactor, baseURL };
}
