/** A picture under a cloth. */
export function Cloth() {
  return (
    <svg viewBox="0 0 80 100" preserveAspectRatio="none" aria-hidden="true" className="wall-cloth">
      <path d="M0 0h80v100H0z" className="wall-cloth-base" />
      <path
        d="M6 0c4 30-4 60 2 100M20 0c-4 36 6 62-2 100M34 0c6 30-6 70 2 100M50 0c-6 34 8 66-2 100M64 0c6 40-8 60 2 100M75 0c-4 36 4 70-2 100"
        className="wall-cloth-folds"
      />
    </svg>
  );
}

/** The bench of a museum, with someone who has been looking for a while. */
export function Bench() {
  return (
    <svg viewBox="0 0 260 150" aria-hidden="true" className="wall-bench">
      <path d="M20 108h220v12H20zM36 120h10v28H36zM214 120h10v28h-10z" fill="#4a2f1c" />
      <path d="M92 108c-6-34 4-54 26-54s32 20 26 54z" fill="#a8324e" />
      <circle cx="118" cy="38" r="17" fill="#d9a17d" />
      <path d="M100 40c-4-22 8-32 20-32s22 10 18 34c-4 4-34 4-38-2z" fill="#2b1a16" />
      <path d="M170 108c-2-14 4-26 14-26s16 12 14 26z" fill="#e0b45a" />
      <path d="M176 84c0-12 16-12 16 0" fill="none" stroke="#e0b45a" strokeWidth="4" />
    </svg>
  );
}
