import { circle, group, ink, mirrored, path, type Shape, type Variants } from "./shapes.ts";

const lash = "#3a1c18";

/** The left eye's ball: white, iris in the member's eye colour, pupil and two lights. */
function ball(cy: number, white: string): Shape[] {
  return [
    path(white, { fill: "#fbf7f0" }),
    circle(315, cy, 25, { fill: "#2b1613" }),
    circle(315, cy, 22, { fill: ink("iris") }),
    circle(315, cy + 7, 14, { fill: "#fff", "fill-opacity": "0.16" }),
    circle(315, cy, 11, { fill: "#1d0d0b" }),
    circle(323, cy - 9, 6.5, { fill: "#fff" }),
    circle(307, cy + 9, 3, { fill: "#fff", "fill-opacity": "0.7" }),
  ];
}

const softLid =
  "M262 410C264 384 286 370 314 372C338 374 350 394 350 418C342 396 328 386 310 386C288 386 270 394 262 410Z";
const longLid =
  "M266 376L280 380C288 372 304 366 322 372C344 380 352 400 350 420C343 398 330 385 309 385C288 385 280 400 277 414C272 408 270 402 269 394L252 378L264 382L258 366Z";
const openWhite =
  "M272 404C280 384 300 376 320 380C342 386 350 408 346 426C338 440 312 442 292 436C276 430 270 416 272 404Z";
const wideWhite =
  "M270 402C278 378 300 368 322 374C346 380 352 408 347 428C338 444 312 446 290 440C274 432 267 418 270 402Z";

/** Closed by a laugh: an arc. */
const arc = [path("M272 418C290 388 330 388 350 420C332 400 296 400 278 422Z", { fill: lash })];
const arcLashes = [path("M268 410C290 384 330 384 352 422C334 400 298 398 278 422L262 422Z", { fill: lash })];

const lower = path("M286 446C300 452 326 452 342 440", {
  stroke: "#2a1210",
  "stroke-opacity": "0.22",
  "stroke-width": "3",
});

/** Smaller than the original's, for adults. Lashes are drawn larger than lids. */
const inPlace = (half: Shape[], size: number): Shape =>
  group({ transform: `translate(314 408) scale(${size}) translate(-314 -408)` }, half);
const both = (half: Shape[], size: number): Shape[] => mirrored([inPlace(half, size)]);
const plain = 0.8;
const lashed = 0.88;
const other = { transform: "matrix(-1 0 0 1 768 0)" };

export const eyes: Variants = {
  open: { elements: both([...ball(410, openWhite), path(softLid, { fill: lash }), lower], plain) },
  openLashes: { elements: both([...ball(410, openWhite), path(longLid, { fill: lash })], lashed) },
  wide: {
    elements: both([...ball(408, wideWhite), path(softLid, { fill: lash, transform: "translate(0 -5)" })], plain),
  },
  wideLashes: {
    elements: both([...ball(408, wideWhite), path(longLid, { fill: lash, transform: "translate(0 -6)" })], lashed),
  },
  laughing: { elements: both(arc, plain) },
  laughingLashes: { elements: both(arcLashes, lashed) },
  wink: {
    elements: [
      inPlace([...ball(410, openWhite), path(softLid, { fill: lash })], plain),
      group(other, [inPlace(arc, plain)]),
    ],
  },
  winkLashes: {
    elements: [
      inPlace([...ball(410, openWhite), path(longLid, { fill: lash })], lashed),
      group(other, [inPlace(arcLashes, lashed)]),
    ],
  },
};

export const brows: Variants = {
  soft: {
    elements: mirrored([
      path("M262 350C276 326 312 318 344 332C350 336 346 344 338 343C312 336 288 338 262 350Z", {
        fill: ink("hair"),
        stroke: ink("stroke"),
      }),
    ]),
  },
  fine: {
    elements: mirrored([
      path("M258 352C274 326 312 316 346 334C350 338 346 342 340 341C312 330 284 334 258 352Z", {
        fill: ink("hair"),
        stroke: ink("stroke"),
      }),
    ]),
  },
  strong: {
    elements: mirrored([
      path("M256 352C270 322 312 312 346 328C354 334 350 350 340 349C312 342 284 344 256 352Z", {
        fill: ink("hair"),
        stroke: ink("stroke"),
      }),
    ]),
  },
  raised: {
    elements: mirrored([
      path("M258 336C274 310 314 302 346 322C352 328 346 336 338 334C312 322 284 322 258 336Z", {
        fill: ink("hair"),
        stroke: ink("stroke"),
      }),
    ]),
  },
};
