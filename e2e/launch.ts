/** Starts a Chromium; `e2e/chromium.ts` explains the two. `more`: further switches. */
export const launch = (executablePath: string | undefined, more: readonly string[] = []) => ({
  executablePath,
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    ...more,
  ],
});
