/** `npm run drill`: faults of machines (`run.ts`); with `move` as its first word, two installations (`move.ts`). */
if (process.argv[2] === "move") await import("./move.ts");
else await import("./run.ts");
