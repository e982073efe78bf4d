import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { packClient } from "./scripts/pack-client.ts";

export default {
  appDirectory: "web",
  ssr: true,
  routeDiscovery: { mode: "lazy" },
  buildEnd: ({ reactRouterConfig }) => packClient(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
