/** The definition levels of a list: none, an empty one, a null item, an item. */
const listLevels = Object.freeze({ none: 0, empty: 1, nullItem: 2, item: 3 });

/** The length of a point in WKB. */
const pointLength = 21;

/** The length up to which copying byte by byte is faster than a call. */
const maxShortCopy = 32;

/**
 * The values of a column in a row group, as a Parquet page has them: the levels of all values, and the values that are not null in the
 * encoding PLAIN. The memory is used again for the next row group.
 */
export class ColumnValues {
  readonly #isList: boolean;
  #definitions = new Uint8Array(1024);
  #repetitions = new Uint8Array(1024);
  #count = 0;
  #bytes = new Uint8Array(8192);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #nullCount = 0;

  constructor(isList: boolean) {
    this.#isList = isList;
  }

  /** The number of values; a list has one for each item, and one where it is null or empty. */
  get count(): number {
    return this.#count;
  }

  get nullCount(): number {
    return this.#nullCount;
  }

  /** What is null in the path of each value. */
  get definitions(): Uint8Array {
    return this.#definitions.subarray(0, this.#count);
  }

  /** Whether each value continues the list of the value before. */
  get repetitions(): Uint8Array {
    return this.#repetitions.subarray(0, this.#count);
  }

  /** The values that are not null. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#count = 0;
    this.#nullCount = 0;
    this.#length = 0;
  }

  addNull(): void {
    this.#addLevels(0, 0);
  }

  addInt32(value: number): void {
    this.#addValue(4);
    this.#view.setInt32(this.#length - 4, value, true);
  }

  addInt64(value: bigint): void {
    this.#addValue(8);
    this.#view.setBigInt64(this.#length - 8, value, true);
  }

  addDouble(value: number): void {
    this.#addValue(8);
    this.#view.setFloat64(this.#length - 8, value, true);
  }

  /** Adds a byte array: the bytes of `source` from `start` to before `end`. */
  addBytes(source: Uint8Array, start = 0, end = source.length): void {
    this.#addLevels(this.#isList ? listLevels.item : 1, 0);
    this.#append(source, start, end);
  }

  /** Adds a point as a byte array in little-endian WKB. */
  addPoint(longitude: number, latitude: number): void {
    this.#addValue(4 + pointLength);
    const start = this.#length - pointLength;
    this.#view.setUint32(start - 4, pointLength, true);
    this.#view.setUint8(start, 1);
    this.#view.setUint32(start + 1, 1, true);
    this.#view.setFloat64(start + 5, longitude, true);
    this.#view.setFloat64(start + 13, latitude, true);
  }

  /** Adds a list of byte arrays. */
  addList(items: readonly (Uint8Array | null)[]): void {
    if (items.length === 0) this.#addLevels(listLevels.empty, 0);
    items.forEach((item, index) => {
      this.#addLevels(item ? listLevels.item : listLevels.nullItem, index === 0 ? 0 : 1);
      if (item) this.#append(item, 0, item.length);
    });
  }

  #addValue(length: number): void {
    this.#addLevels(1, 0);
    this.#reserve(length);
    this.#length += length;
  }

  #addLevels(definition: number, repetition: number): void {
    if (this.#count === this.#definitions.length) {
      this.#definitions = grown(this.#definitions, 0);
      this.#repetitions = grown(this.#repetitions, 0);
    }
    this.#definitions[this.#count] = definition;
    if (this.#isList) this.#repetitions[this.#count] = repetition;
    this.#count += 1;
    if (definition < (this.#isList ? listLevels.item : 1)) this.#nullCount += 1;
  }

  #append(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.#reserve(4 + length);
    this.#view.setUint32(this.#length, length, true);
    const at = this.#length + 4;
    if (length <= maxShortCopy)
      for (let index = 0; index < length; index += 1) this.#bytes[at + index] = source[start + index] ?? 0;
    else this.#bytes.set(source.subarray(start, end), at);
    this.#length = at + length;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    this.#bytes = grown(this.#bytes, this.#length + length);
    this.#view = new DataView(this.#bytes.buffer);
  }
}

/** A copy with at least twice the length. */
function grown(bytes: Uint8Array<ArrayBuffer>, minLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(2 * bytes.length, minLength));
  larger.set(bytes);
  return larger;
}
