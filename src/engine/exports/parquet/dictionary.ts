/** The distinct values of a column, and for each value of the column its index among them. */
export interface Dictionary {
  /** The distinct values in the encoding PLAIN. */
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly indexes: Uint32Array;
  /** The number of bits of an index. */
  readonly bitWidth: number;
}

/** The number of values after which a dictionary is given up if most values so far are distinct. This saves time, because such a column rarely gets smaller. */
const sampledValues = 1_024;
/** The part of the sampled values that may be distinct. */
const maxSampledPart = 0.9;

/**
 * The dictionary of `count` values in the encoding PLAIN. Each value has `width` bytes; without `width`, the length of each
 * value is written before it. Undefined if the dictionary and its indexes would need more than half of the bytes of the
 * values, or if most values differ.
 */
export function dictionaryOf(values: Uint8Array, count: number, width: number | undefined): Dictionary | undefined {
  const view = new DataView(values.buffer, values.byteOffset, values.length);
  const endOf = (start: number): number => start + (width ?? 4 + view.getUint32(start, true));
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(count + 2)));
  const mask = slots.length - 1;
  const maxDistinct = Math.floor(count / 2);
  const starts = new Uint32Array(maxDistinct + 1);
  const indexes = new Uint32Array(count);
  let distinct = 0;
  let size = 0;
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const end = endOf(start);
    let slot = hashOf(view, start, end) & mask;
    // A slot holds the index of a distinct value plus 1, and 0 while it is empty.
    let known = slots[slot] ?? 0;
    while (known > 0 && !areEqual(view, starts[known - 1] ?? 0, start, end)) {
      slot = (slot + 1) & mask;
      known = slots[slot] ?? 0;
    }
    if (known === 0) {
      if (distinct === maxDistinct || (index === sampledValues && distinct > maxSampledPart * index)) return undefined;
      starts[distinct] = start;
      distinct += 1;
      slots[slot] = known = distinct;
      size += end - start;
    }
    indexes[index] = known - 1;
    start = end;
  }
  const bitWidth = Math.ceil(Math.log2(Math.max(distinct, 1)));
  if (distinct === 0 || 2 * (size + (count * bitWidth) / 8) > values.length) return undefined;
  const bytes = new Uint8Array(size);
  let length = 0;
  for (const from of starts.subarray(0, distinct)) {
    const value = values.subarray(from, endOf(from));
    bytes.set(value, length);
    length += value.length;
  }
  return { bytes, count: distinct, indexes, bitWidth };
}

function hashOf(view: DataView, start: number, end: number): number {
  let hash = 0;
  let at = start;
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ view.getUint32(at, true), 0x9e3779b1) ^ (hash >>> 15);
  for (; at < end; at += 1) hash = Math.imul(hash ^ view.getUint8(at), 0x85ebca6b);
  return hash ^ (hash >>> 16);
}

/** Whether the value at `known` is the value from `start` to `end`. A length before a value is compared too, so values of different lengths differ. */
function areEqual(view: DataView, known: number, start: number, end: number): boolean {
  let [one, other] = [known, start];
  for (; other + 4 <= end; one += 4, other += 4)
    if (view.getUint32(one, true) !== view.getUint32(other, true)) return false;
  for (; other < end; one += 1, other += 1) if (view.getUint8(one) !== view.getUint8(other)) return false;
  return true;
}
