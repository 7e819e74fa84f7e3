/** The multiples of a decimal number: `n * step / divisor` is the double nearest to n times the number. */
export interface Multiple {
  readonly step: number;
  /** A power of ten. */
  readonly divisor: number;
  /** From this number on, doubles lie so far apart that multiples cannot be told from their neighbours. */
  readonly maxNumber: number;
}

/** The largest power of ten that is exact as a double. */
const maxPower = 22;

/** The multiples of a positive number: with the whole number of its digits, whose multiples are exact, instead of the number, which is rounded. */
export function multipleOf(number: number): Multiple {
  const maxNumber = Math.min(number * 2 ** 53, Number.MAX_VALUE);
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? [];
  const decimals = fraction.length - Number(exponent);
  const digits = Number(whole + fraction);
  return decimals > 0 && decimals <= maxPower && Number.isSafeInteger(digits)
    ? { step: digits, divisor: 10 ** decimals, maxNumber }
    : { step: number, divisor: 1, maxNumber };
}
