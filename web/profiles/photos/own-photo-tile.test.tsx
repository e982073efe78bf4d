// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { OwnPhoto } from "#contract/photos.ts";
import { renderPage } from "#web/test-dom.tsx";
import { OwnPhotoTile } from "./own-photo-tile.tsx";

test("R1.09 the marks of one's own photo stand below it, not over the face", async () => {
  const files = {
    filename: "/p.jpg",
    card_filename: "/c.jpg",
    thumb_filename: "/t.jpg",
    width: 4,
    height: 5,
    thumbhash: "",
  };
  const photo = { ...files, id: "p1", caption: "", status: "inspection", main: true } as OwnPhoto;
  const { container } = await renderPage(
    <OwnPhotoTile photo={photo} number={1} total={1} moving={false} handle={null} onEdit={() => {}} />,
  );
  expect(container.querySelectorAll(".photo-mark")).toHaveLength(2);
  expect(container.querySelector(".photo-tile .photo-mark")).toBeNull();
});
