/** The definition levels of a column of lists, which tell a null list, an empty list, a null item and an item apart. */
const listLevels = Object.freeze({ none: 0, empty: 1, nullItem: 2, item: 3 });

/** The length of a point in WKB. */
const pointLength = 21;

/** Up to this length in bytes, a loop that copies each byte is faster than a call of `set`. */
const maxShortCopy = 32;

/**
 * The values of a column in a row group, in the form of a Parquet page: the levels of all values, and the values that are
 * not null, in the encoding PLAIN. `clear` keeps the memory for the next row group.
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

  /** The number of values, nulls included. A list counts one value for each item, and a null or empty list counts one. */
  get count(): number {
    return this.#count;
  }

  get nullCount(): number {
    return this.#nullCount;
  }

  /** The definition level of each value, which says whether the value, or the list it is in, is null. */
  get definitions(): Uint8Array {
    return this.#definitions.subarray(0, this.#count);
  }

  /** The repetition level of each value: 1 for an item of the same list as the value before, otherwise 0. */
  get repetitions(): Uint8Array {
    return this.#repetitions.subarray(0, this.#count);
  }

  /** The values that are not null, in the encoding PLAIN. */
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

  /** Adds a byte array: the bytes of `source` from `start` up to, but not including, `end`. */
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

/** A copy of the bytes with at least twice their length. */
function grown(bytes: Uint8Array<ArrayBuffer>, minLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(2 * bytes.length, minLength));
  larger.set(bytes);
  return larger;
}
