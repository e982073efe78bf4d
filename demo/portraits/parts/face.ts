import { circle, group, ink, line, mirrored, path, shadow, shape, shine, type Variants } from "./shapes.ts";

const dark = "#5a2320";

/** Only friendly mouths. */
export const mouths: Variants = {
  grin: {
    elements: [
      path(
        "M322 496C340 502 362 504 384 504C406 504 428 502 446 496C452 494 456 500 453 508C442 538 416 556 384 556C352 556 326 538 315 508C312 500 316 494 322 496Z",
        { fill: "#6a1a20" },
      ),
      path(
        "M328 500C346 505 364 507 384 507C404 507 422 505 440 500C440 510 436 518 430 522C402 528 366 528 338 522C332 518 328 510 328 500Z",
        { fill: "#fdfaf4" },
      ),
      path("M350 546C360 536 408 536 418 546C408 553 397 556 384 556C371 556 360 553 350 546Z", { fill: "#e2666a" }),
    ],
  },
  smile: {
    elements: [
      line("M326 508C346 532 422 532 442 508", dark, 6, 0.85),
      line("M318 502C322 504 326 508 328 513M450 502C446 504 442 508 440 513", dark, 4, 0.5),
      shadow("M366 544C376 550 392 550 402 544C396 556 372 556 366 544Z", 0.14),
    ],
  },
  smirk: {
    elements: [
      line("M338 518C366 530 414 526 440 502", dark, 6, 0.85),
      line("M446 494C446 500 443 505 438 508", dark, 4, 0.5),
      shadow("M368 544C380 550 398 548 408 540C400 556 376 556 368 544Z", 0.14),
    ],
  },
  lipsSmile: {
    elements: [
      path(
        "M322 506C342 508 362 496 374 497C380 498 384 501 384 501C384 501 388 498 394 497C406 496 426 508 446 506C434 528 412 542 384 542C356 542 334 528 322 506Z",
        { fill: ink("lips") },
      ),
      path("M328 507C352 512 416 512 440 507C424 519 404 523 384 523C364 523 344 519 328 507Z", { fill: "#fdfaf4" }),
      shine("M360 531C372 535 396 535 408 531C400 538 368 538 360 531Z", 0.3),
      line("M316 503C320 505 322 507 324 509M452 503C448 505 446 507 444 509", dark, 4, 0.35),
    ],
  },
  lipsClosed: {
    elements: [
      path(
        "M332 514C350 510 364 499 374 500C380 501 384 504 384 504C384 504 388 501 394 500C404 499 418 510 436 514C422 532 404 540 384 540C364 540 346 532 332 514Z",
        { fill: ink("lips") },
      ),
      line("M330 513C352 522 416 522 438 513", dark, 3.5, 0.75),
      shine("M362 530C374 534 394 534 406 530C398 537 370 537 362 530Z", 0.3),
    ],
  },
  lipsLaugh: {
    elements: [
      path(
        "M318 496C340 500 360 494 374 495C380 496 384 498 384 498C384 498 388 496 394 495C408 494 428 500 450 496C456 532 424 562 384 562C344 562 312 532 318 496Z",
        { fill: ink("lips") },
      ),
      path("M328 503C350 507 418 507 440 503C438 532 414 552 384 552C354 552 330 532 328 503Z", { fill: "#6a1a20" }),
      path(
        "M331 503C352 507 416 507 437 503C436 514 432 521 427 525C402 530 366 530 341 525C336 521 332 514 331 503Z",
        { fill: "#fdfaf4" },
      ),
      path("M356 545C366 537 402 537 412 545C404 550 395 552 384 552C373 552 364 550 356 545Z", { fill: "#e2666a" }),
    ],
  },
};

export const noses: Variants = {
  small: {
    elements: [
      shadow(
        "M384 470C376 470 364 463 367 460C370 457 376 463 384 463C392 463 398 457 401 460C404 463 392 470 384 470Z",
        0.3,
      ),
    ],
  },
  line: { elements: [line("M392 420C400 442 404 456 398 464C392 470 380 470 372 465", "#2a1210", 4, 0.28)] },
  round: {
    elements: [
      line("M362 456C358 468 372 474 384 474C396 474 410 468 406 456", "#2a1210", 4, 0.28),
      shine("M380 440C386 436 392 440 392 448C390 454 382 454 380 450Z", 0.25),
    ],
  },
};

const blush = (opacity: number) =>
  mirrored([
    shape("ellipse", { cx: "282", cy: "482", rx: "34", ry: "20", fill: "#e4506a", "fill-opacity": String(opacity) }),
  ]);
const freckle = (x: number, y: number) => circle(x, y, 3.4, { fill: "#7a3b22", "fill-opacity": "0.4" });

export const cheeks: Variants = {
  plain: { elements: blush(0.1) },
  rosy: { elements: blush(0.2) },
  freckles: {
    elements: [
      ...blush(0.16),
      ...mirrored([
        freckle(270, 466),
        freckle(288, 460),
        freckle(304, 470),
        freckle(280, 480),
        freckle(298, 486),
        freckle(316, 478),
        freckle(262, 482),
      ]),
      freckle(376, 448),
      freckle(394, 452),
    ],
  },
  lines: {
    elements: [
      ...blush(0.1),
      ...mirrored([
        line(
          "M256 424C250 420 246 416 244 410M258 434C250 433 244 430 240 426M320 478C312 488 308 500 309 512",
          "#2a1210",
          3,
          0.22,
        ),
      ]),
    ],
  },
  moreLines: {
    elements: [
      ...blush(0.1),
      ...mirrored([
        line(
          "M256 424C250 420 246 416 244 410M258 434C250 433 244 430 240 426M256 444C250 446 244 446 240 444M320 476C310 488 305 502 308 518M288 450C302 458 322 458 336 450",
          "#2a1210",
          3,
          0.24,
        ),
        line("M334 290C350 286 368 285 384 285M344 270C358 267 370 266 384 266", "#2a1210", 3, 0.16),
      ]),
    ],
  },
};

const frame = { stroke: ink("accent"), "stroke-width": "8", fill: "#fff", "fill-opacity": "0.12" };

export const glasses: Variants = {
  round: {
    elements: [
      ...mirrored([circle(312, 410, 56, frame), line("M256 400C244 396 232 394 220 396", ink("accent"), 7)]),
      line("M367 402C376 394 392 394 401 402", ink("accent"), 7),
    ],
  },
  square: {
    elements: [
      ...mirrored([
        path(
          "M262 366C292 358 338 358 362 368C368 396 362 436 346 450C322 458 286 456 270 444C258 426 254 392 262 366Z",
          frame,
        ),
        line("M258 384C246 382 232 382 222 386", ink("accent"), 7),
      ]),
      line("M366 386C376 380 392 380 402 386", ink("accent"), 8),
    ],
  },
  fine: {
    elements: [
      ...mirrored([
        circle(312, 412, 53, { ...frame, "stroke-width": "4" }),
        line("M259 404C246 399 232 397 220 399", ink("accent"), 4),
      ]),
      line("M365 404C376 397 392 397 403 404", ink("accent"), 4),
    ],
  },
  sun: {
    elements: [
      ...mirrored([
        path(
          "M252 372C290 362 340 362 368 374C372 404 362 440 340 452C316 460 284 456 268 442C252 424 248 396 252 372Z",
          { fill: "#1c1a24", "fill-opacity": "0.92" },
        ),
        shine("M272 378C290 374 312 374 324 378C312 400 292 420 272 428C264 412 264 392 272 378Z", 0.2),
        line("M254 384C244 382 232 382 222 386", "#1c1a24", 8),
      ]),
      line("M364 384C376 378 392 378 404 384", "#1c1a24", 9),
    ],
  },
};

export const earrings: Variants = {
  stud: { elements: mirrored([circle(205, 478, 8, { fill: ink("accent") })]) },
  hoop: { elements: mirrored([circle(203, 506, 25, { stroke: ink("accent"), "stroke-width": "6" })]) },
  drop: {
    elements: mirrored([
      circle(205, 478, 5, { fill: ink("accent") }),
      path("M205 486C214 504 218 516 205 526C192 516 196 504 205 486Z", { fill: ink("accent") }),
    ]),
  },
};

export const stubbles: Variants = {
  shade: {
    elements: [
      group({ fill: ink("hair"), "fill-opacity": "0.26" }, [
        path(
          "M234 424C240 520 300 590 384 590C468 590 528 520 534 424C520 470 496 484 464 480C440 462 404 466 384 474C364 466 328 462 304 480C272 484 248 470 234 424Z",
          {},
        ),
      ]),
    ],
  },
  short: {
    elements: [
      group({ fill: ink("hair"), "fill-opacity": "0.92" }, [
        path(
          "M228 400C232 440 236 500 252 528C282 572 336 592 384 592C432 592 486 572 516 528C532 500 536 440 540 400C530 450 510 486 470 484C440 466 404 474 384 482C364 474 328 466 298 484C258 486 238 450 228 400ZM318 508C336 496 360 490 384 494C408 490 432 496 450 508C456 528 430 556 384 556C338 556 312 528 318 508Z",
          { "fill-rule": "evenodd" },
        ),
      ]),
    ],
  },
};
