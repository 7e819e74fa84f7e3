const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
/** The maximum length of a text that is parsed as a number. */
const maxTextLength = 200;

/** A number, or the number that a text holds; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && value.length <= maxTextLength && decimal.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
