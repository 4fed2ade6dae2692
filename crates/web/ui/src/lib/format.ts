// Formats times and numbers in the language of the page.

import { t } from '../words';

/** How long ago a time was, given in seconds since 1970; `now` is in milliseconds. */
export function ago(seconds: number, now = Date.now()): string {
  const { locale, common } = t();
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const passed = now / 1000 - seconds;
  if (passed < 60) return common.justNow;
  if (passed < 3600) return relative.format(-Math.round(passed / 60), 'minute');
  if (passed < 86400) return relative.format(-Math.round(passed / 3600), 'hour');
  if (passed < 86400 * 14) return relative.format(-Math.round(passed / 86400), 'day');
  return date(seconds);
}

/** A date, given in seconds since 1970. */
export function date(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(t().locale, { dateStyle: 'medium' });
}

/** A clock: minutes and seconds, with tenths when little time is left. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) return (left / 1000).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A large number, abbreviated. */
export function short(number: number): string {
  const { thousand, million, billion } = t().common;
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} ${billion}`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} ${million}`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)} ${thousand}`;
  return String(number);
}
