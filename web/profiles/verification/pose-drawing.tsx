import type { ReactNode } from "react";
import type { Pose } from "#contract/verification.ts";

function Limb({ d, width = 12 }: { d: string; width?: number }) {
  return (
    <path
      d={d}
      fill="none"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-primary"
    />
  );
}

const palm = (x: number, y: number, radius = 9) => <circle cx={x} cy={y} r={radius} className="fill-primary" />;

/** A closed hand, with lines between its bent fingers. */
const fist = (box: { x: number; y: number; width: number; height: number }, lines: string) => (
  <>
    <rect {...box} rx="9" className="fill-primary" />
    <path d={lines} fill="none" strokeWidth="2" strokeLinecap="round" className="stroke-card" />
  </>
);

/** The arm and the hand of each pose, over the drawing of a person. */
const hands: Record<Pose, { arm: string; palm: ReactNode; fingers: Parameters<typeof Limb>[0] }> = {
  open_hand: {
    arm: "M102 138 L104 74",
    palm: palm(104, 64, 10),
    fingers: { width: 5, d: "M97 62 L92 44 M101 58 L99 36 M107 58 L108 36 M111 62 L116 44 M97 68 L87 60" },
  },
  two_fingers: {
    arm: "M102 138 L104 76",
    palm: palm(104, 68),
    fingers: { width: 6, d: "M101 64 L94 38 M107 64 L114 38" },
  },
  thumb_up: {
    arm: "M102 138 L103 92",
    // seen from the side: the four bent fingers lie over each other, and the thumb stands on them
    palm: fist({ x: 90, y: 64, width: 27, height: 30 }, "M103 72 H116 M104 79 H116 M104 86 H115"),
    fingers: { width: 12, d: "M97 70 Q96 58 101 46" },
  },
  hand_on_head: {
    arm: "M98 122 L112 74 L90 26",
    palm: palm(84, 22, 8),
    fingers: { width: 6, d: "M82 18 Q68 8 52 14 M82 23 Q68 15 54 21" },
  },
  hand_on_chin: {
    arm: "M106 136 L68 92",
    palm: fist({ x: 44, y: 72, width: 32, height: 24 }, "M52 74 V84 M60 74 V85 M68 74 V84"),
    fingers: { width: 7, d: "M48 90 H64" },
  },
  finger_on_nose: { arm: "M104 136 L100 86", palm: palm(96, 78), fingers: { width: 6, d: "M92 74 L66 54" } },
};

/** A person in a pose, drawn; the words beside it say the same. */
export function PoseDrawing({ pose, className = "" }: { pose: Pose; className?: string }) {
  const { arm, palm: shape, fingers } = hands[pose];
  return (
    <svg viewBox="0 0 120 140" aria-hidden="true" className={className}>
      <g className="fill-card stroke-primary-ink" strokeWidth="3" strokeLinejoin="round">
        <path d="M10 141 C10 108 34 96 60 96 C86 96 110 108 110 141 Z" className="fill-tint" />
        <path d="M50 72 V92 C50 103 70 103 70 92 V72 Z" />
        <circle cx="60" cy="48" r="28" />
      </g>
      <path
        d="M33 44 C34 22 48 18 60 19 C74 18 86 24 87 44 C76 42 68 36 64 29 C58 38 46 43 33 44 Z"
        className="fill-primary-ink"
      />
      <g className="fill-primary-ink">
        <circle cx="50" cy="50" r="2.6" />
        <circle cx="70" cy="50" r="2.6" />
      </g>
      <path d="M52 62 Q60 69 68 62" fill="none" strokeWidth="3" strokeLinecap="round" className="stroke-primary-ink" />
      <Limb d={arm} />
      {shape}
      <Limb {...fingers} />
    </svg>
  );
}
