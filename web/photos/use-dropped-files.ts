import { type DragEvent, useEffect, useRef, useState } from "react";

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/**
 * Files dropped on an element, or pasted anywhere on the page. `over` is true while a file is dragged over it; the rest
 * are the element's handlers.
 */
export function useGivenFiles(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
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
  const place = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      const files = filesOf(event.dataTransfer);
      setOver(false);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    },
  };
  return { over, place };
}
