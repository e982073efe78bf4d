import { z } from "zod";
import { defineCall, uploadedFile } from "./call.ts";
import { adminRoles } from "./constants.ts";
import { landerNames } from "./landers.ts";
import { photoFormUpload, pictureProblems } from "./photos.ts";
import { siteKey } from "./site-key.ts";
import { getStaffSite } from "./staff-sites.ts";

export const setSitePicture = defineCall({
  method: "POST",
  path: "/api/staff-site-picture.php",
  summary:
    "Put a picture of the site's own on its home page, or on a lander: a form whose file is the picture. It is the setting `picture` then, or an item of `lander_pictures`.",
  who: "staff",
  roles: adminRoles,
  rate: "upload",
  replay: "own",
  upload: photoFormUpload,
  body: z.object({ site: siteKey, lander: z.enum(landerNames, "unknown_option").optional(), file: uploadedFile }),
  answer: getStaffSite.answer,
  errors: ["site_changed", "terms_announced", "terms_need_notice", ...pictureProblems],
});
