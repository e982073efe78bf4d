import { join } from "node:path";
import type { Config } from "#server/config/config.ts";
import { createLocalFiles } from "./local.ts";
import { createMovingFiles } from "./move-files.ts";
import type { Files } from "./port.ts";
import { createS3Files } from "./s3.ts";

type Stores = Pick<Config, "dataDir" | "storage" | "moveFrom">;

/** The two stores that the configuration names; `from` is only there while files are moved. */
export function createStores({ dataDir, storage, moveFrom }: Stores): { to: Files; from: Files | undefined } {
  const local = createLocalFiles(join(dataDir, "files"));
  const from = moveFrom && (moveFrom === "local" ? local : createS3Files(moveFrom));
  return { to: storage ? createS3Files(storage) : local, from };
}

export function createFiles(stores: Stores): Files {
  const { to, from } = createStores(stores);
  return from ? createMovingFiles(to, from) : to;
}
