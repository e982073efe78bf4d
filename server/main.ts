// Starts the product. The memory settings come first: they restart the process before it loads any other module.
import "./process-memory.ts";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

// caches compiled modules: the next start loads them in two thirds of the time
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/node"));
await import("./start.ts");
// writes the cache now, because a killed process would lose it
flushCompileCache();
