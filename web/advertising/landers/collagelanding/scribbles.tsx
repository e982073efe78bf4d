/** Coloured paper under the photos, and what a pencil added. */
export function Scribbles() {
  return (
    <svg viewBox="0 0 400 400" preserveAspectRatio="none" aria-hidden="true" className="collage-papers">
      <path d="M10 36l176-24 16 130-180 20z" fill="#e94f7c" />
      <path d="M216 8l160 26-12 130-164-14z" fill="#2f9c82" />
      <path d="M140 150l190 10-20 150-186-14z" fill="#f6c544" />
      <path d="M4 212l140 6-10 176-136-14z" fill="#3f6fb5" />
      <path d="M262 246l132-18 4 150-150 14z" fill="#f08a4b" />
      <path d="M18 190l366-28" stroke="#fff8ea" strokeWidth="16" opacity=".85" />
    </svg>
  );
}
