/** The drawings of the film, behind the circle and before it. `dot.css` moves them. */
export function Film({ title }: { title: string }) {
  return (
    <svg viewBox="0 0 480 600" preserveAspectRatio="xMidYMid slice" role="img" aria-label={title} className="dot-film">
      <path d="M0 0h480v600H0z" className="dot-ground" />
      <g data-scene="1">
        <rect x="130" y="70" width="220" height="440" rx="34" fill="#2b1a21" />
        <rect x="142" y="84" width="196" height="412" rx="24" fill="#fff" />
        <rect x="162" y="110" width="90" height="16" rx="8" fill="#e7d3d9" />
        <g fill="#f6e3e9">
          <circle cx="184" cy="180" r="24" />
          <circle cx="184" cy="262" r="24" />
          <circle cx="184" cy="344" r="24" />
          <circle cx="184" cy="426" r="24" />
        </g>
        <path
          d="M220 172h70M220 254h60M220 336h74M220 418h52"
          stroke="#2b1a21"
          strokeWidth="11"
          strokeLinecap="round"
        />
        <path d="M220 192h44M220 274h84M220 356h50M220 438h70" stroke="#e7d3d9" strokeWidth="9" strokeLinecap="round" />
      </g>
      <g data-scene="2">
        <path d="M0 420h480v180H0z" fill="#e7cda9" opacity=".5" />
        <circle cx="200" cy="350" r="158" fill="#fff" />
        <circle cx="200" cy="350" r="120" fill="#f1e7dc" />
        <circle cx="200" cy="350" r="104" fill="#fff" />
        <path d="M298 330c34-10 58 4 58 26s-26 36-58 24" fill="none" stroke="#fff" strokeWidth="18" />
        <circle cx="408" cy="120" r="112" fill="#fff" />
        <circle cx="408" cy="120" r="70" fill="#f1e7dc" />
        <circle cx="408" cy="120" r="58" fill="#8a5636" />
      </g>
      <g data-scene="3">
        <path d="M0 500h480v100H0z" fill="#7fae6b" />
        <path d="M-20 420c60-60 120-40 170-70s120-20 170 10 100 20 180-20v180H-20z" fill="#a5cf8d" />
        <path d="M-480 498H960" stroke="#f6efe0" strokeWidth="8" strokeDasharray="60 48" className="dot-road" />
        <circle cx="350" cy="412" r="86" fill="none" stroke="#2b1a21" strokeWidth="11" />
        <g className="dot-wheel dot-wheel-back">
          <path d="M350 326v172M264 412h172M289 351l122 122M411 351L289 473" stroke="#2b1a21" strokeWidth="2.5" />
        </g>
      </g>
      <g data-scene="4">
        <rect x="52" y="96" width="376" height="396" rx="18" fill="#5b2f66" />
        <circle cx="226" cy="296" r="166" fill="#3d1c47" />
      </g>
      <g data-scene="5">
        <path
          d="M60 90h0M120 200h0M190 70h0M250 250h0M90 300h0M420 280h0M40 220h0M200 170h0M440 60h0M290 40h0"
          stroke="#fff"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </g>
      <circle r="100" className="dot-circle" />
      <g data-scene="2">
        <path
          d="M150 330c20-36 84-40 104-4M166 376c20 18 54 16 70-4"
          fill="none"
          stroke="#c08a5a"
          strokeWidth="9"
          strokeLinecap="round"
        />
        <path d="M60 520l90-40" stroke="#b9b4ae" strokeWidth="12" strokeLinecap="round" />
        <ellipse cx="52" cy="524" rx="24" ry="14" fill="#b9b4ae" transform="rotate(-24 52 524)" />
        <path d="M330 470l58-20 20 46-58 22z" fill="#c98f4e" />
      </g>
      <g data-scene="3">
        <circle cx="130" cy="412" r="86" fill="none" stroke="#2b1a21" strokeWidth="11" />
        <g className="dot-wheel">
          <path d="M130 326v172M44 412h172M69 351l122 122M191 351L69 473" stroke="#2b1a21" strokeWidth="2.5" />
        </g>
        <path
          d="M130 412l52-122h110l58 122M182 290l64 122M292 290l-46 122M130 412h116"
          fill="none"
          stroke="#d3245f"
          strokeWidth="10"
          strokeLinejoin="round"
        />
        <path
          d="M182 290l-10-34M152 256h44M292 290l8-44h34"
          fill="none"
          stroke="#2b1a21"
          strokeWidth="10"
          strokeLinecap="round"
        />
        <path d="M322 262h64l-8 44h-48z" fill="#c98f4e" />
        <circle cx="338" cy="250" r="15" fill="#fff" />
        <circle cx="360" cy="242" r="16" fill="#ffd35c" />
        <circle cx="378" cy="254" r="13" fill="#ff8fab" />
        <circle cx="246" cy="412" r="13" fill="#2b1a21" />
      </g>
      <g data-scene="4">
        <g className="dot-record">
          <circle cx="226" cy="296" r="126" fill="none" stroke="#3a3138" strokeWidth="3" />
          <circle cx="226" cy="296" r="100" fill="none" stroke="#3a3138" strokeWidth="3" />
          <path
            d="M226 152a144 144 0 0 1 102 42M124 398a144 144 0 0 1-42-102"
            fill="none"
            stroke="#6a5b66"
            strokeWidth="14"
            opacity=".7"
          />
          <circle cx="226" cy="296" r="50" fill="#ff5c8a" />
          <path d="M206 282h40M214 308h24" stroke="#fff" strokeWidth="7" strokeLinecap="round" />
        </g>
        <circle cx="226" cy="296" r="7" fill="#2a1230" />
        <path
          d="M394 136v150l-66 88"
          fill="none"
          stroke="#e9dfe6"
          strokeWidth="11"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="394" cy="136" r="24" fill="#e9dfe6" />
      </g>
      <g data-scene="5">
        <circle cx="312" cy="140" r="12" fill="#ecd9a4" />
        <circle cx="352" cy="184" r="17" fill="#ecd9a4" />
        <path d="M0 600V470c90-50 200-40 300-10s140 10 180-6v146z" fill="#101634" />
        <path d="M120 446h180v10H120zM138 456h9v40h-9zM272 456h9v40h-9z" fill="#070a1d" />
        <circle cx="186" cy="366" r="20" fill="#070a1d" />
        <path d="M158 448c0-44 10-60 30-60s28 18 28 60z" fill="#070a1d" />
        <circle cx="226" cy="372" r="19" fill="#070a1d" />
        <path d="M204 448c0-40 6-56 24-56s32 14 32 56z" fill="#070a1d" />
      </g>
      <g data-scene="6">
        <circle cx="296" cy="290" r="112" className="dot-second" />
        <path
          d="M240 330c-24-17-34-28-34-42 0-11 8-18 17-18 7 0 13 4 17 11 4-7 10-11 17-11 9 0 17 7 17 18 0 14-10 25-34 42z"
          fill="#fff"
        />
      </g>
    </svg>
  );
}
