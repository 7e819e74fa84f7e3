/** How far compressed data may expand, in any format. Even repetitive text compresses far less than the ratio. */
export const decompressionLimits = Object.freeze({
  /** The size up to which the ratio does not apply, in bytes. */
  freeBytes: 64 * 2 ** 20,
  /** The maximum size of the expanded data, as a multiple of the compressed size. */
  maxRatio: 200,
});
