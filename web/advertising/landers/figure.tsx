const papers = ["#f3b8a2", "#8fbfae", "#f1cf7a", "#9fb6d9", "#e5a3b8", "#b7c98c", "#c9b0dc", "#f0a779"];
const hairs = ["#3a2328", "#6b3d22", "#2a1d18", "#8a4b2a"];

export function Figure({ number }: { number: number }) {
  const hair = hairs[number % hairs.length];
  const paper = papers[number % papers.length];
  const shirt = papers[(number + 3) % papers.length];
  const long = number % 2 === 0;
  return (
    <svg viewBox="0 0 160 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="size-full">
      <path d="M0 0h160v200H0z" fill={paper} />
      {long ? (
        <path d="M34 96C28 44 52 26 80 26s54 18 46 70c-2 30 6 44 10 62H24c4-18 12-32 10-62z" fill={hair} />
      ) : null}
      <path d="M8 200c2-44 28-58 72-58s70 14 72 58z" fill={shirt} />
      <path d="M66 120h28v32a14 14 0 0 1-28 0z" fill="#e2ab88" />
      <ellipse cx="80" cy="92" rx="33" ry="40" fill="#f0c3a2" />
      <path d="M46 90c-6-36 8-54 34-54s40 18 34 54c-4-12-8-20-14-26-14 6-32 6-44 0-4 6-8 14-10 26z" fill={hair} />
      <path d="M68 110c6 8 18 8 24 0" fill="none" stroke="#8a3b3b" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
