/** A position of the write-ahead log, as a number of bytes. */
export type LogPosition = bigint;

const pageBytes = 8_192n;

/** The size of the longest header of a page of the log. */
const headerBytes = 40n;

/** Parses a position as PostgreSQL writes it, `16/B374D848`; undefined for any other text. */
export function parseLogPosition(text: string | null | undefined): LogPosition | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text ?? '') ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Whether a server that has replayed the log up to a position has everything before another one. The primary reports a position at the start
 * of a page as the one behind the page's header, the replica as the start of the page.
 */
export const isReplayed = (replayed: LogPosition, position: LogPosition): boolean =>
  position <= replayed || (replayed % pageBytes === 0n && position - replayed <= headerBytes);
