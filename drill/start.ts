/** `npm run drill`: faults of machines (`run.ts`); with `move` as its first word, two installations (`move.ts`). */
await import(process.argv[2] === "move" ? "./move.ts" : "./run.ts");
