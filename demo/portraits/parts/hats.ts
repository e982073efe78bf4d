import { circle, ink, line, path, shadow, shape, shine, type Variants } from "./shapes.ts";

const felt = { fill: ink("hat"), stroke: ink("stroke") };

/** Hats for flat hair, in the canvas' own coordinates. */
export const hats: Variants = {
  beanie: {
    elements: [
      circle(384, 82, 38, { fill: ink("inner"), stroke: ink("stroke") }),
      path("M176 290C170 160 250 88 384 88C518 88 598 160 592 290Z", felt),
      line(
        "M250 130C230 170 224 210 224 240M318 104C304 150 298 190 298 230M450 104C464 150 470 190 470 230M518 130C538 170 544 210 544 240",
        "#2a1210",
        5,
        0.12,
      ),
      path(
        "M168 250C168 236 176 230 190 228C300 208 468 208 578 228C592 230 600 236 600 250L602 314C470 284 298 284 166 314Z",
        felt,
      ),
      shadow("M166 314C298 284 470 284 602 314L602 300C470 270 298 270 166 300Z", 0.2),
    ],
  },
  sunHat: {
    elements: [
      path("M218 270C214 150 290 84 384 84S554 150 550 270Z", felt),
      path("M222 214C300 236 468 236 546 214L550 264C468 288 300 288 218 264Z", { fill: ink("inner") }),
      shape("ellipse", { cx: "384", cy: "276", rx: "300", ry: "50", fill: ink("hat"), stroke: ink("stroke") }),
      shadow("M84 276C84 304 218 326 384 326S684 304 684 276C640 300 520 312 384 312S128 300 84 276Z", 0.16),
      shine("M270 140C296 112 340 100 372 102C336 116 304 142 288 176Z", 0.3),
    ],
  },
  cap: {
    elements: [
      path("M184 296C180 160 270 92 384 92S588 160 584 296C470 262 298 262 184 296Z", felt),
      line(
        "M384 92C380 150 380 210 384 268M290 114C266 160 256 220 258 278M478 114C502 160 512 220 510 278",
        "#2a1210",
        4,
        0.14,
      ),
      circle(384, 92, 9, felt),
      path(
        "M240 286C320 246 470 246 572 292C612 310 622 330 602 334C500 304 360 300 262 324C236 328 226 300 240 286Z",
        felt,
      ),
      shadow(
        "M262 324C360 300 500 304 602 334C606 333 610 331 612 328C500 292 350 290 246 314C250 321 255 325 262 324Z",
        0.3,
      ),
    ],
  },
};
