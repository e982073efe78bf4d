import type { ReactNode } from "react";
import type { Question } from "./questions.ts";

/** Each scene is 320 by 320, in few flat colours. */
const scenes: Record<Question, ReactNode> = {
  hiking: (
    <>
      <path d="M0 0h320v320H0z" fill="#bfe3f2" />
      <circle cx="238" cy="76" r="34" fill="#ffd35c" />
      <path d="M0 320V214l74-92 62 70 62-108 122 150v86z" fill="#6f93b8" />
      <path d="M198 84l-30 52 18 12 14-14 20 18 16-20z" fill="#fff" />
      <path d="M0 320v-76c60-30 120 4 168-14s110-20 152 6v84z" fill="#3f7f5f" />
      <path d="M40 320c30-40 96-34 132-58 26-18 34-40 56-46-12 24-8 44-32 64-30 24-72 18-92 40z" fill="#f1d8a8" />
      <path d="M62 252l16-46 16 46zM268 262l18-54 18 54z" fill="#1f4f3d" />
      <path
        d="M150 262v-22l-8-16c0-12 18-14 20-2l2 18 6 22M160 236l14 6v28"
        stroke="#b3274f"
        strokeWidth="7"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="153" cy="206" r="9" fill="#4a2b20" />
    </>
  ),
  cooking: (
    <>
      <path d="M0 0h320v320H0z" fill="#f7d9c4" />
      <path d="M0 0h320v120H0z" fill="#f2b8a0" />
      <path d="M20 30h280M20 62h280M20 94h280M84 0v120M160 0v120M236 0v120" stroke="#e59d84" strokeWidth="2" />
      <path d="M0 236h320v84H0z" fill="#7a4a3a" />
      <path d="M0 226h320v14H0z" fill="#5b3429" />
      <path d="M84 146h152v62a18 18 0 0 1-18 18H102a18 18 0 0 1-18-18z" fill="#c8354f" />
      <path d="M72 140h176v14H72zM62 166h22v14H62zM236 166h22v14h-22z" fill="#8f1f38" />
      <path
        d="M128 124c-14-18 12-26 0-46M160 124c-14-18 12-26 0-46M192 124c-14-18 12-26 0-46"
        fill="none"
        stroke="#fff"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path d="M214 150l44-92" stroke="#d6a05c" strokeWidth="11" strokeLinecap="round" />
      <circle cx="46" cy="270" r="22" fill="#e2543b" />
      <path d="M46 250c-4-8 4-12 8-14" stroke="#3f7f3f" strokeWidth="6" fill="none" strokeLinecap="round" />
      <path d="M226 262h64v22h-64z" fill="#f4e3c3" />
      <path d="M232 284l-8 26" stroke="#c9d2d6" strokeWidth="9" strokeLinecap="round" />
    </>
  ),
  music: (
    <>
      <path d="M0 0h320v320H0z" fill="#2a1744" />
      <path d="M62 0l-46 250h120zM258 0l46 250H184zM160 0l-60 270h120z" fill="#7d3fa8" opacity=".55" />
      <path d="M0 242h320v78H0z" fill="#150a26" />
      <path d="M112 242h96v-14h-96z" fill="#432168" />
      <circle cx="160" cy="124" r="18" fill="#f0b48f" />
      <path d="M140 120c-2-24 12-30 22-30s22 8 18 32c-6-10-30-12-40-2z" fill="#d9483b" />
      <path d="M134 228c-6-54 4-84 26-84s32 30 26 84z" fill="#ff5c8a" />
      <path d="M120 196l78-40" stroke="#f2c46d" strokeWidth="8" strokeLinecap="round" />
      <circle cx="138" cy="190" r="20" fill="#e8963c" />
      <path d="M198 156l22-12" stroke="#5c2f14" strokeWidth="9" strokeLinecap="round" />
      <path d="M196 228V120M186 120h20" stroke="#c8c0dd" strokeWidth="5" />
      <path
        d="M18 320v-44a18 18 0 0 1 36 0v44M70 320v-30a18 18 0 0 1 36 0v30M124 320v-40a18 18 0 0 1 36 0v40M182 320v-28a18 18 0 0 1 36 0v28M236 320v-46a18 18 0 0 1 36 0v46M284 320v-28a18 18 0 0 1 36 0v28"
        fill="#080312"
      />
      <path d="M60 296l-10-50M258 292l14-56M146 290l-12-44" stroke="#080312" strokeWidth="9" strokeLinecap="round" />
    </>
  ),
  beach: (
    <>
      <path d="M0 0h320v320H0z" fill="#ffcf9e" />
      <circle cx="160" cy="132" r="52" fill="#ff7a59" />
      <path d="M0 132h320v90H0z" fill="#2f8fa8" />
      <path d="M108 150h104M122 166h76M136 182h48" stroke="#ffb08f" strokeWidth="5" strokeLinecap="round" />
      <path d="M0 204c40-14 66 12 106 2s70-14 108 0 70 8 106-4v118H0z" fill="#bfe6e2" />
      <path d="M0 220c40-12 66 12 106 2s70-12 108 0 70 8 106-4v102H0z" fill="#f3dcae" />
      <path d="M84 240l36-74 52 42z" fill="#e2435a" />
      <path d="M120 166l-18 37 26-12z" fill="#fff" opacity=".8" />
      <path d="M122 178l36 108" stroke="#7a4a2a" strokeWidth="6" strokeLinecap="round" />
      <path d="M186 276h96l10 14H176z" fill="#3a6ea5" />
      <path
        d="M40 74c10-10 18-10 24 0 6-10 14-10 24 0M232 50c8-8 14-8 19 0 5-8 11-8 19 0"
        fill="none"
        stroke="#7a3b2a"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </>
  ),
  reading: (
    <>
      <path d="M0 0h320v320H0z" fill="#24463f" />
      <path d="M0 258h320v62H0z" fill="#8a5a38" />
      <path d="M196 30h92v104h-92z" fill="#12302f" />
      <path d="M196 30h92v104h-92zM242 30v104M196 82h92" fill="none" stroke="#d9c59a" strokeWidth="7" />
      <path
        d="M204 42l8 12M228 56l8 12M262 44l8 12M252 96l8 12M214 100l8 12"
        stroke="#7fb3c8"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M60 70l-26 54h68l-26-54z" fill="#ffd98a" />
      <path d="M68 124v150M48 274h40" stroke="#d9c59a" strokeWidth="6" strokeLinecap="round" />
      <path d="M34 124l-34 130h150L102 124z" fill="#ffe9b0" opacity=".25" />
      <path d="M112 168a26 26 0 0 1 26-26h76a26 26 0 0 1 26 26v96H112z" fill="#c5513f" />
      <path d="M96 204a18 18 0 0 1 36 0v66H96zM220 204a18 18 0 0 1 36 0v66h-36z" fill="#a83c2d" />
      <circle cx="176" cy="150" r="19" fill="#8d5a3c" />
      <path d="M156 148c-2-22 8-28 20-28s24 6 20 30c-6-8-30-12-40-2z" fill="#1d1410" />
      <path d="M144 250c-6-48 6-76 32-76s38 28 32 76z" fill="#3f8f86" />
      <path d="M146 214l30 10 30-10v26l-30 10-30-10z" fill="#fff6df" />
      <path d="M176 224v26" stroke="#c9b78a" strokeWidth="3" />
      <path d="M262 268c-4-18 6-28 18-28s20 12 16 28z" fill="#e0a23c" />
      <path d="M266 246l-2-14 10 8M288 240l8-8v14" fill="#e0a23c" />
    </>
  ),
};

export function Scene({ code }: { code: Question }) {
  return (
    <svg viewBox="0 0 320 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {scenes[code]}
    </svg>
  );
}
