import { type DragEvent, useEffect, useRef, useState } from "react";

const listFiles = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/**
 * Files dropped on an element, or pasted anywhere on the page. `isDraggedOver` is true while a file is over the
 * element; `handlers` are the element's.
 */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = listFiles(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    // outside the element a drop would make the browser open the file and leave the page
    const keepPage = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    window.addEventListener("paste", paste);
    window.addEventListener("dragover", keepPage);
    window.addEventListener("drop", keepPage);
    return () => {
      window.removeEventListener("paste", paste);
      window.removeEventListener("dragover", keepPage);
      window.removeEventListener("drop", keepPage);
    };
  }, []);
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
      const files = listFiles(event.dataTransfer);
      setIsDraggedOver(false);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    },
  };
  return { isDraggedOver, handlers };
}
