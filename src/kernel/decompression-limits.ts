/** How far compressed data may expand, whatever compressed it. Text that repeats itself stays far below the ratio. */
export const decompressionLimits = Object.freeze({
  /** Bytes that any data may expand to. */
  freeBytes: 64 * 2 ** 20,
  /** Beyond them, how many times the size of the compressed data. */
  maxRatio: 200,
});
