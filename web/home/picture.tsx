type Props = { title: string; className?: string };

function Person({ hair, skin, shirt, long = false }: { hair: string; skin: string; shirt: string; long?: boolean }) {
  return (
    <>
      {long ? (
        <path d="M52 96c-8-46 14-70 48-70s56 24 48 70c-2 22 6 34 10 48H42c4-14 12-26 10-48z" fill={hair} />
      ) : null}
      <path d="M20 220c4-46 34-64 80-64s76 18 80 64z" fill={shirt} />
      <path d="M84 134h32v30a16 16 0 0 1-32 0z" fill={skin} />
      <ellipse cx="100" cy="96" rx="38" ry="46" fill={skin} />
      {long ? (
        <path d="M61 92c0-34 14-50 39-50s40 16 40 50c-10-6-20-16-26-28-12 14-32 24-53 28z" fill={hair} />
      ) : (
        <path d="M61 100c-8-42 10-62 40-62s47 20 38 62c-2-14-5-22-10-30-18 6-40 5-56-1-6 8-10 18-12 31z" fill={hair} />
      )}
      <path d="M84 112c8 12 24 12 32 0" fill="none" stroke="#8a3b3b" strokeWidth="4" strokeLinecap="round" />
      <circle cx="86" cy="94" r="3.6" fill="#3a2328" />
      <circle cx="114" cy="94" r="3.6" fill="#3a2328" />
    </>
  );
}

/** Two drawn cards that lean towards each other, a heart and a message between them. */
export function Picture({ title, className }: Props) {
  return (
    <svg viewBox="0 0 480 420" role="img" aria-label={title} className={className}>
      <circle cx="240" cy="212" r="196" className="fill-tint" />
      <g transform="rotate(-7 140 220)">
        <rect x="40" y="84" width="200" height="262" rx="26" className="fill-card" />
        <clipPath id="home-left">
          <rect x="52" y="96" width="176" height="186" rx="18" />
        </clipPath>
        <g clipPath="url(#home-left)">
          <rect x="52" y="96" width="176" height="186" fill="#f6c7a9" />
          <circle cx="206" cy="118" r="46" fill="#fbe0cd" />
          <g transform="translate(40 82)">
            <Person hair="#5b2e23" skin="#f3c9ac" shirt="#be185d" long />
          </g>
        </g>
        <rect x="58" y="298" width="92" height="13" rx="6.5" className="fill-ink opacity-80" />
        <rect x="58" y="320" width="58" height="9" rx="4.5" className="fill-muted opacity-50" />
      </g>
      <g transform="rotate(8 340 220)">
        <rect x="240" y="70" width="200" height="262" rx="26" className="fill-card" />
        <clipPath id="home-right">
          <rect x="252" y="82" width="176" height="186" rx="18" />
        </clipPath>
        <g clipPath="url(#home-right)">
          <rect x="252" y="82" width="176" height="186" fill="#a9d7c4" />
          <circle cx="272" cy="104" r="50" fill="#cfebdf" />
          <g transform="translate(240 68)">
            <Person hair="#2a2320" skin="#b97f5b" shirt="#145f43" />
          </g>
        </g>
        <rect x="258" y="284" width="76" height="13" rx="6.5" className="fill-ink opacity-80" />
        <rect x="258" y="306" width="104" height="9" rx="4.5" className="fill-muted opacity-50" />
      </g>
      <g transform="translate(196 216)">
        <circle cx="44" cy="44" r="46" className="fill-card" />
        <circle cx="44" cy="44" r="40" className="fill-primary" />
        <path
          d="M44 66C26 54 20 45 20 36c0-8 6-13 12-13 5 0 9 3 12 8 3-5 7-8 12-8 6 0 12 5 12 13 0 9-6 18-24 30z"
          fill="#fff"
        />
      </g>
      <g transform="translate(270 336)">
        <path
          d="M18 0h128a18 18 0 0 1 18 18v20a18 18 0 0 1-18 18H34L10 70l4-18C6 50 0 46 0 38V18A18 18 0 0 1 18 0z"
          className="fill-secondary"
        />
        <rect x="22" y="16" width="92" height="9" rx="4.5" fill="#fff" />
        <rect x="22" y="33" width="56" height="9" rx="4.5" fill="#fff" fillOpacity=".7" />
      </g>
    </svg>
  );
}
