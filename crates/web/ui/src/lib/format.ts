// Times in words and numbers.

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago a moment was, given in seconds since 1970; `now` is in milliseconds. */
export function ago(seconds: number, now = Date.now()): string {
  const passed = now / 1000 - seconds;
  if (passed < 60) return 'just now';
  if (passed < 3600) return relative.format(-Math.round(passed / 60), 'minute');
  if (passed < 86400) return relative.format(-Math.round(passed / 3600), 'hour');
  if (passed < 86400 * 14) return relative.format(-Math.round(passed / 86400), 'day');
  return new Date(seconds * 1000).toLocaleDateString('en', { dateStyle: 'medium' });
}

/** A clock: minutes and seconds, with tenths when little is left. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) return (left / 1000).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A large number in a few characters. */
export function short(number: number): string {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)} k`;
  return String(number);
}

/** A number of things: “1 move”, “2 moves”. */
export function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
