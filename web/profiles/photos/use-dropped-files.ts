import { type DragEvent, useState } from "react";
import { useEvents } from "#web/lib/use-events.ts";

const listFiles = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/**
 * Files dropped on an element, or pasted anywhere on the page. `isDraggedOver` is true while a file is over the
 * element; `handlers` are the element's.
 */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const take = (event: { preventDefault(): void }, data: DataTransfer | null) => {
    const files = listFiles(data);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  useEvents("paste", (event) => take(event, event.clipboardData));
  // outside the element a drop would make the browser open the file and leave the page
  useEvents(["dragover", "drop"], (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setIsDraggedOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggedOver(false);
    },
    onDrop: (event: DragEvent) => {
      setIsDraggedOver(false);
      take(event, event.dataTransfer);
    },
  };
  return { isDraggedOver, handlers };
}
