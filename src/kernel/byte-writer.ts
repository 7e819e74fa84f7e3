const zero = 48;
/** The maximum number of UTF-8 bytes of one UTF-16 code unit. */
const maxUnitBytes = 3;

/** Writes UTF-8 into a buffer that grows. */
export class ByteWriter {
  /** The bytes; those from `length` on are not written yet. */
  bytes: Buffer;
  length = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
  }

  /** Makes space for more bytes, which the caller may write into `bytes` itself. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + count, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  /** Writes one byte. */
  byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Writes a text. One call for many texts joined is faster than a call for each. */
  text(text: string): void {
    this.reserve(maxUnitBytes * text.length);
    this.length += this.bytes.write(text, this.length);
  }

  /** Writes the beginning of a short ASCII text, faster than `text`. */
  ascii(text: string, length = text.length): void {
    this.reserve(length);
    for (let index = 0; index < length; index++) this.bytes[this.length++] = text.charCodeAt(index);
  }

  /** Writes the decimal digits of a safe integer that is not negative. */
  digits(number: number): void {
    let count = 1;
    for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) count++;
    this.reserve(count);
    let rest = number;
    for (let at = this.length + count - 1; at >= this.length; at--) {
      const quotient = Math.floor(rest / 10);
      this.bytes[at] = zero + rest - quotient * 10;
      rest = quotient;
    }
    this.length += count;
  }

  /** Writes a few bytes of another buffer. */
  copy(source: Uint8Array, start = 0, end = source.length): void {
    this.reserve(end - start);
    const { bytes } = this;
    let { length } = this;
    for (let at = start; at < end; at++) bytes[length++] = source[at] ?? 0;
    this.length = length;
  }

  /** Returns a copy of the bytes and forgets them. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }
}
