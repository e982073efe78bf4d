import * as contract from "#contract/photos.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { cropPhoto } from "./crop-photo.ts";
import { captionPhoto, deletePhoto, listOwnPhotos, orderPhotos, setMainPhoto } from "./manage-photos.ts";
import { uploadPhoto } from "./upload-photo.ts";

export const photosRoutes: Handler[] = [
  handle(contract.getPhotos, listOwnPhotos),
  handle(contract.uploadPhoto, async (ctx, { body }) => ({ photo: await uploadPhoto(ctx, body) })),
  handle(contract.setMainPhoto, (ctx, { body }) => setMainPhoto(ctx, body.photo)),
  handle(contract.orderPhotos, (ctx, { body }) => orderPhotos(ctx, body.photos)),
  handle(contract.captionPhoto, (ctx, { body }) => captionPhoto(ctx, body.photo, body.caption)),
  handle(contract.cropPhoto, (ctx, { body }) => cropPhoto(ctx, body.photo, body.crop)),
  handle(contract.deletePhoto, (ctx, { body }) => deletePhoto(ctx, body.photo)),
];
