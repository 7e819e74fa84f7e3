const hashBits = 14;
const maxOffset = 0xffff;
const maxCopyLength = 64;

/** Compresses bytes in the raw format of Snappy. */
export function compressSnappy(input: Uint8Array): Uint8Array {
  const output = new SnappyOutput(input);
  const view = new DataView(input.buffer, input.byteOffset, input.length);
  // For each hash of four bytes, the place where such bytes were last found; at first a place too far away for a copy.
  const places = new Int32Array(2 ** hashBits).fill(-1 - maxOffset);
  let at = 0;
  let literal = 0;
  while (at + 4 <= input.length) {
    const word = view.getUint32(at, true);
    const hash = Math.imul(word, 0x1e35a7bd) >>> (32 - hashBits);
    const candidate = places[hash] ?? 0;
    places[hash] = at;
    if (at - candidate > maxOffset || view.getUint32(candidate, true) !== word) {
      // The longer no bytes are found again, the larger the steps, so that input without repetition is fast.
      at += 1 + ((at - literal) >> 5);
      continue;
    }
    let length = 4;
    while (at + length < input.length && input[at + length] === input[candidate + length]) length += 1;
    output.writeLiteral(literal, at);
    output.writeCopy(at - candidate, length);
    at += length;
    literal = at;
  }
  output.writeLiteral(literal, input.length);
  return output.bytes;
}

/** Collects the elements of compressed bytes: literals, which are bytes of the input, and copies of earlier bytes. */
class SnappyOutput {
  readonly #input: Uint8Array;
  readonly #bytes: Uint8Array;
  #length = 0;

  /** Writes the length of the input, with which compressed bytes begin. */
  constructor(input: Uint8Array) {
    this.#input = input;
    this.#bytes = new Uint8Array(32 + input.length + Math.ceil(input.length / 6));
    let rest = input.length;
    for (; rest > 0x7f; rest >>>= 7) this.#writeByte((rest & 0x7f) | 0x80);
    this.#writeByte(rest);
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Writes the bytes of the input from `start` up to, but not including, `end`. */
  writeLiteral(start: number, end: number): void {
    const length = end - start;
    if (length === 0) return;
    if (length <= 60) this.#writeByte((length - 1) << 2);
    else {
      const lengthBytes = length <= 0x100 ? 1 : length <= 0x10000 ? 2 : length <= 0x1000000 ? 3 : 4;
      this.#writeByte((59 + lengthBytes) << 2);
      for (let index = 0; index < lengthBytes; index += 1) this.#writeByte((length - 1) >>> (8 * index));
    }
    if (length <= 16) for (let at = start; at < end; at += 1) this.#writeByte(this.#input[at] ?? 0);
    else {
      this.#bytes.set(this.#input.subarray(start, end), this.#length);
      this.#length += length;
    }
  }

  /** Writes a copy: it repeats `length` bytes that begin `offset` bytes before. */
  writeCopy(offset: number, length: number): void {
    for (let rest = length; rest > 0;) {
      // At least four bytes are left for the last copy, because no copy is shorter.
      const part = rest <= maxCopyLength ? rest : Math.min(maxCopyLength, rest - 4);
      if (part < 12 && offset < 2048) {
        this.#writeByte(1 | ((part - 4) << 2) | ((offset >>> 8) << 5));
        this.#writeByte(offset);
      } else {
        this.#writeByte(2 | ((part - 1) << 2));
        this.#writeByte(offset);
        this.#writeByte(offset >>> 8);
      }
      rest -= part;
    }
  }

  #writeByte(byte: number): void {
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}
