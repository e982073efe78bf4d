import { seedDemoSites } from "#server/features/sites/seed-demo.ts";
import type { Platform } from "#server/platform.ts";

/** Brings up the demo sites. */
export async function startDemo(platform: Platform, _options: { worker: boolean; say(line: string): void }) {
  await seedDemoSites(platform.db, platform.clock.now());
  return { stop: async () => {}, welcome: (_address: string): string[] => [] };
}
