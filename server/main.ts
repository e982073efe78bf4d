// Starts the product. The memory settings come first: they restart the process before it loads any other module.
import "./process-memory.ts";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

// compiled modules are kept, so that the next start loads them in two thirds of the time
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/node"));
await import("./start.ts");
// at once: a process that is killed would write nothing
flushCompileCache();
