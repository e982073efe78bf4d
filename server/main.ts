// Starts the product. The memory settings come first: they restart the process before it loads any other module.
import { enableCompileCache, flushCompileCache } from "node:module";
import { compileCache } from "./process-memory.ts";

// where the settings did not restart the process
enableCompileCache(compileCache);
await import("./start.ts");
// writes the cache now, because a killed process would lose it
flushCompileCache();
