const lineFeed = 10;
const carriageReturn = 13;

/** The count of line ends in a text, as editors count them: CRLF is one. */
export const countLineEnds = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** A text without its first lines, as editors count them. */
export function withoutLines(text: string, count: number): string {
  const lineEnds = text.matchAll(/\r\n|\r|\n/g).take(Math.max(0, count));
  const skipped = [...lineEnds].at(-1);
  return skipped ? text.slice(skipped.index + skipped[0].length) : text;
}

/**
 * Creates a transformation that leaves out the first lines of UTF-8 text, as editors count them. The parser's own count of lines is
 * not used, because it counts CRLF in a quoted cell as two.
 */
export const skipLines = (count: number) =>
  async function* (content: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | string> {
    let remaining = count;
    let isAfterReturn = false;
    for await (const chunk of content) {
      if (remaining <= 0 && !isAfterReturn) {
        yield chunk;
        continue;
      }
      const bytes = Buffer.from(chunk);
      let offset = 0;
      for (; offset < bytes.length && (remaining > 0 || isAfterReturn); offset++) {
        const byte = bytes[offset];
        if (isAfterReturn && byte !== lineFeed && remaining <= 0) break;
        if (byte === carriageReturn || (byte === lineFeed && !isAfterReturn)) remaining--;
        isAfterReturn = byte === carriageReturn;
      }
      if (offset < bytes.length) isAfterReturn = false;
      yield bytes.subarray(offset);
    }
  };
