const written = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
/** The longest text that is tried as a number. */
const maxTextLength = 200;

/** The number that a value is or that its text writes; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && value.length <= maxTextLength && written.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
