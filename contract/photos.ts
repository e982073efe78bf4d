import { z } from "zod";
import { defineCall, type Upload, uploadedFile } from "./call.ts";
import { photoLimits } from "./constants.ts";
import type { ErrorCode } from "./errors.ts";
import { image } from "./profiles.ts";
import { freeText } from "./text.ts";

/** The formats of a photo; also the file chooser's list, which makes phones convert HEIC to JPEG. */
export const photoMediaTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export const maxPhotoBytes = 15 * 1024 * 1024;
export const photoUpload = {
  mediaTypes: [...photoMediaTypes, "application/octet-stream"],
  maxBytes: maxPhotoBytes,
  tooLarge: "photo_too_large",
} satisfies Upload;
/** A form whose file is the photo. */
export const photoFormUpload = {
  form: true,
  mediaTypes: ["multipart/form-data"],
  maxBytes: maxPhotoBytes,
  tooLarge: "photo_too_large",
} satisfies Upload;
/** Minimum pixels of a photo's shorter side: with fewer a face is a blur on every card. */
export const smallestPhoto = 200;

export const longestCaption = 200;

/** Minimum width and height of a crop, as a share of the whole picture. */
export const smallestCrop = 0.05;
const from = z.number("invalid").min(0, "invalid").max(1, "invalid");
const size = z.number("invalid").min(smallestCrop, "invalid").max(1, "invalid");

/** The visible part of a picture: its upper left corner and its size, as shares of the whole picture's size. */
export const crop = z
  .object({ x: from, y: from, width: size, height: size })
  // sums of 1 may come out a little larger in floating point
  .refine(({ x, y, width, height }) => x + width < 1.000_001 && y + height < 1.000_001, "invalid");
export type Crop = z.output<typeof crop>;

/** What the checks of an upload suspect of a photo under inspection, for staff. */
export const photoSuspicions = ["copy", "nudity", "known_picture", "no_answer"] as const;
export type PhotoSuspicion = (typeof photoSuspicions)[number];

/** The caller's own photo, also during inspection, when other members can't see it. */
export const ownPhoto = image.extend({
  id: z.uuid(),
  main: z.boolean(),
  crop: crop.nullable(),
  /** The address of the whole picture, which only its owner can load. */
  whole: z.string(),
});
export type OwnPhoto = z.output<typeof ownPhoto>;

const ownPhotos = z.object({
  /** The main one first, then in the member's order. */
  photos: z.array(ownPhoto),
  /** How many the caller may have, those under inspection included. */
  limit: z.int(),
});
export type OwnPhotos = z.output<typeof ownPhotos>;

/** Why a picture can't be read. */
export const pictureProblems = [
  "photo_too_large",
  "photo_too_small",
  "photo_too_many_pixels",
  "photo_heic",
  "photo_format",
  "photo_animated",
  "photo_broken",
  "photo_too_slow",
] as const satisfies readonly ErrorCode[];
export const photoProblems = [...pictureProblems, "photo_rejected_before"] as const;
export type PhotoProblem = (typeof photoProblems)[number];

const photoRef = z.object({ photo: z.uuid("invalid") });

export const getPhotos = defineCall({
  method: "GET",
  path: "/api/photos.php",
  summary: "The caller's own photos, with those under inspection.",
  who: "member",
  answer: ownPhotos,
});

export const uploadPhoto = defineCall({
  method: "POST",
  path: "/api/photos.php",
  summary: "Add a photo: the body is the raw file. Only the caller sees it until it has passed the inspection (D8.2).",
  who: "member",
  rate: "upload",
  replay: "own",
  upload: photoUpload,
  body: uploadedFile,
  answer: z.object({ photo: ownPhoto }),
  errors: ["photo_limit", "age_check_required", ...photoProblems],
});

export const setMainPhoto = defineCall({
  method: "PUT",
  path: "/api/photos.php",
  summary: "Make one of the caller's photos the main one.",
  who: "member",
  key: "honoured",
  body: photoRef,
  answer: ownPhotos,
  errors: ["photo_not_found", "photo_not_checked"],
});

export const deletePhoto = defineCall({
  method: "DELETE",
  path: "/api/photos.php",
  summary: "Delete one of the caller's photos; if it was the main one, the oldest active one becomes it (D8.3).",
  who: "member",
  key: "honoured",
  body: photoRef,
  answer: ownPhotos,
  errors: ["photo_not_found"],
});

export const orderPhotos = defineCall({
  method: "PUT",
  path: "/api/photo-order.php",
  summary: "Put the caller's photos in an order, all of them at once; the main one stays first.",
  who: "member",
  key: "honoured",
  body: z.object({
    photos: z
      .array(z.uuid("invalid"), "invalid")
      .max(photoLimits.premium, "invalid")
      .refine((ids) => new Set(ids).size === ids.length, "invalid"),
  }),
  answer: ownPhotos,
  errors: ["photos_changed"],
});

export const captionPhoto = defineCall({
  method: "PUT",
  path: "/api/photo-caption.php",
  summary: "Set or delete the caption of one of the caller's photos.",
  who: "member",
  key: "honoured",
  body: z.object({
    photo: z.uuid("invalid"),
    /** One line: line breaks become spaces; null: no caption. Contact details are refused (`contact_details`). */
    caption: freeText(longestCaption)
      .transform((text) => text.replace(/\s+/g, " "))
      .nullable(),
  }),
  answer: ownPhotos,
  errors: ["photo_not_found"],
});

export const cropPhoto = defineCall({
  method: "PUT",
  path: "/api/photo-crop.php",
  summary: "Crop one of the caller's photos; null: show the whole picture again.",
  who: "member",
  rate: "upload",
  replay: "none",
  body: z.object({ photo: z.uuid("invalid"), crop: crop.nullable() }),
  answer: ownPhotos,
  errors: ["photo_not_found", "photo_too_slow", "photo_broken"],
});
