import type { Files } from "#server/ports/files/port.ts";

/**
 * Stores new files, and then the row that names them. `store` calls `named` in its transaction, once it has written the
 * row. If it fails before that, the files are removed at once. After that, the error may only mean that the answer to
 * the commit was lost: the files stay, and the job that was added before looks for the row an hour later.
 */
export async function withNewFiles<T>(
  files: Files,
  folder: string,
  store: (named: () => void) => Promise<T>,
): Promise<T> {
  let mayBeNamed = false;
  try {
    return await store(() => {
      mayBeNamed = true;
    });
  } catch (error) {
    // if the store is unreachable too, the job removes them
    if (!mayBeNamed) await files.remove(folder).catch(() => undefined);
    throw error;
  }
}
