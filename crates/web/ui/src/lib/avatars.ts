// The faces of the computer's levels, weakest first, drawn for Parlor on a grid of 64.

const eyes = (y: number, apart: number, r = 3, fill = '#241a14') =>
  [32 - apart, 32 + apart]
    .map(
      (x) =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/><circle cx="${x + 1}" cy="${y - 1}" r="${r / 3}" fill="#fff"/>`,
    )
    .join('');
const both = (draw: () => string) => `${draw()}<g transform="matrix(-1 0 0 1 64 0)">${draw()}</g>`;
const nose = (y: number, fill = '#33241c') => `<path d="M28.500 ${y}h7l-3.500 4z" fill="${fill}"/>`;
const mouth = (y: number, stroke = '#33241c') =>
  `<path d="M27 ${y}q2.500 3.500 5 0 2.500 3.500 5 0" fill="none" stroke="${stroke}" stroke-width="1.800" stroke-linecap="round"/>`;

const chick =
  '<path d="M30 14q-2-7 2-8 4 1 2 8z" fill="#e8a21c"/><circle cx="32" cy="35" r="21" fill="#ffd84f"/>' +
  eyes(31, 8) +
  '<path d="M27 37h10l-5 6z" fill="#f08a24"/><circle cx="19" cy="38" r="3.500" fill="#ffb469"/><circle cx="45" cy="38" r="3.500" fill="#ffb469"/>';
const mouse =
  both(
    () => '<circle cx="16" cy="20" r="12" fill="#a9adb9"/><circle cx="16" cy="20" r="7.500" fill="#f1b9bd"/>',
  ) +
  '<ellipse cx="32" cy="37" rx="19" ry="18" fill="#c3c7d1"/>' +
  eyes(34, 7.5) +
  '<circle cx="32" cy="43" r="3" fill="#d8707c"/><path d="M24 45l-11 2M24 42l-11-2M40 45l11 2M40 42l11-2" stroke="#858a98" stroke-width="1.400" stroke-linecap="round"/>';
const rabbit =
  both(
    () =>
      '<ellipse cx="23" cy="16" rx="6" ry="15" fill="#f6efe4" transform="rotate(-8 23 16)"/><ellipse cx="23" cy="17" rx="2.800" ry="10" fill="#f0b7b5" transform="rotate(-8 23 17)"/>',
  ) +
  '<ellipse cx="32" cy="40" rx="18" ry="17" fill="#f6efe4"/>' +
  eyes(37, 7.5) +
  nose(42, '#e08a8e') +
  mouth(47, '#a98b7c');
const cat =
  both(() => '<path d="M13 32 12 9l17 10z" fill="#8e8375"/><path d="M16 25l-1-10 8 5z" fill="#e7b9ae"/>') +
  '<ellipse cx="32" cy="38" rx="21" ry="18" fill="#a89c8c"/><path d="M32 20v9M25 21l2 7M39 21l-2 7" stroke="#6f6558" stroke-width="2.500" stroke-linecap="round"/>' +
  eyes(36, 9, 3.2, '#3c5a2c') +
  nose(41, '#c9787c') +
  mouth(46, '#5a4a3e') +
  '<path d="M22 44l-12 2M22 41l-12-2M42 44l12 2M42 41l12-2" stroke="#f3ece1" stroke-width="1.200" stroke-linecap="round"/>';
const fox =
  both(() => '<path d="M12 34 11 7l18 13z" fill="#d3622a"/><path d="M15 26l-1-11 9 7z" fill="#3a241a"/>') +
  '<path d="M32 58C20 56 10 44 11 31c6-9 15-11 21-11s15 2 21 11c1 13-9 25-21 27z" fill="#e77b38"/><path d="M32 58C21 57 12 47 11 36c8 1 15 6 21 14 6-8 13-13 21-14-1 11-10 21-21 22z" fill="#fff3e2"/>' +
  eyes(36, 9) +
  '<circle cx="32" cy="51" r="3.600" fill="#2a1a12"/>';
const bear =
  both(
    () => '<circle cx="15" cy="19" r="9" fill="#7a5233"/><circle cx="15" cy="19" r="4.500" fill="#b98a62"/>',
  ) +
  '<circle cx="32" cy="37" r="22" fill="#8d6140"/><ellipse cx="32" cy="45" rx="11" ry="9" fill="#d8b48c"/>' +
  eyes(33, 9) +
  '<ellipse cx="32" cy="41" rx="4" ry="3" fill="#2c1a10"/>' +
  mouth(46);
const owl =
  both(() => '<path d="M12 26 11 7l16 10z" fill="#5d4a3a"/>') +
  '<ellipse cx="32" cy="37" rx="22" ry="22" fill="#79604a"/><path d="M20 48q12 12 24 0v6q-12 8-24 0z" fill="#c9ab84"/>' +
  both(
    () => '<circle cx="22" cy="31" r="10" fill="#f2e3c6"/><circle cx="22" cy="31" r="6" fill="#e79b2b"/>',
  ) +
  eyes(31, 10, 3.4) +
  '<path d="M28 37h8l-4 8z" fill="#e2b04a"/>';
const wolf =
  both(() => '<path d="M11 34 13 5l17 15z" fill="#596373"/><path d="M16 25l1-11 8 8z" fill="#39404c"/>') +
  '<path d="M32 59C19 56 9 45 10 32c6-9 16-12 22-12s16 3 22 12c1 13-9 24-22 27z" fill="#7d8797"/><path d="M32 59c-8-2-14-8-15-15 6-3 10-6 15-13 5 7 9 10 15 13-1 7-7 13-15 15z" fill="#e4e8ee"/>' +
  eyes(35, 10, 3, '#8a5a10') +
  '<path d="M28 46h8l-4 5z" fill="#20242b"/><path d="M16 30l10 3M48 30l-10 3" stroke="#444d5a" stroke-width="2.500" stroke-linecap="round"/>';
const tiger =
  both(
    () => '<circle cx="15" cy="19" r="9" fill="#e58a2b"/><circle cx="15" cy="19" r="4.500" fill="#fff0d8"/>',
  ) +
  '<circle cx="32" cy="37" r="22" fill="#f19a36"/><ellipse cx="32" cy="46" rx="12" ry="9" fill="#fff3e0"/><path d="M32 15v10M25 16l2 8M39 16l-2 8M11 34l8 2M12 42l8 0M53 34l-8 2M52 42l-8 0" stroke="#2a1a10" stroke-width="3" stroke-linecap="round"/>' +
  eyes(33, 9, 3, '#2d4a18') +
  nose(40, '#b0524c') +
  mouth(46);
const dragon =
  both(
    () =>
      '<path d="M21 22C13 18 11 10 13 3c3 7 8 9 14 13z" fill="#f0d59a"/><path d="M12 36 2 28l11-1z" fill="#2c6d52"/>',
  ) +
  '<path d="M32 60C18 58 10 46 11 34c3-11 12-16 21-16s18 5 21 16c1 12-7 24-21 26z" fill="#3b8f6b"/><path d="M32 60c-9-1-15-7-15-13 5-4 10-5 15-5s10 1 15 5c0 6-6 12-15 13z" fill="#7cc49c"/><path d="M32 18l4 8-4 6-4-6z" fill="#c8453a"/>' +
  both(
    () =>
      '<path d="M16 33q7-5 12 2-7 4-12-2z" fill="#ffd54d"/><path d="M22 31.500v6" stroke="#1c120a" stroke-width="2.600"/><circle cx="27" cy="47" r="2" fill="#22543f"/>',
  ) +
  '<path d="M22 54q10 5 20 0" fill="none" stroke="#22543f" stroke-width="2" stroke-linecap="round"/>';

export const avatars: { face: string; ground: string }[] = [
  { face: chick, ground: '#cfe8f5' },
  { face: mouse, ground: '#f2dfc0' },
  { face: rabbit, ground: '#bfdcb1' },
  { face: cat, ground: '#f0d7d2' },
  { face: fox, ground: '#cfe0c4' },
  { face: bear, ground: '#f3e3b3' },
  { face: owl, ground: '#b9c6e3' },
  { face: wolf, ground: '#dcd3ea' },
  { face: tiger, ground: '#cde6df' },
  { face: dragon, ground: '#f4cfae' },
];
