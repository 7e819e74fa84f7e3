import type { Value } from '../records/record.ts';

/** A block has 2^16 numbers. The lower 16 bits of an index are the position in a block, the upper bits the number of the block. */
const blockShift = 16;
const blockMask = (1 << blockShift) - 1;

const isInt32 = (number: number): boolean => (number | 0) === number;

/**
 * The arcs of a topology in typed arrays: arrays of positions would take many times their size in the file. A block has
 * 65,536 numbers. It begins as an Int32Array, because TopoJSON usually stores integers. It becomes a Float64Array, which is twice
 * as large, at its first number that is not a 32-bit integer.
 */
export class ArcStore {
  readonly #blocks: (Int32Array | Float64Array)[] = [];
  /** The index after the last coordinate of each arc. */
  readonly #ends: number[] = [];
  #length = 0;

  /** The number of arcs. */
  get count(): number {
    return this.#ends.length;
  }

  /** Adds an arc; values that are not numbers become NaN, and altitudes are left out. */
  add(arc: Value): void {
    for (const position of Array.isArray(arc) ? arc : [null]) {
      const [x = null, y = null] = Array.isArray(position) ? position : [];
      this.#push(x);
      this.#push(y);
    }
    this.#ends.push(this.#length);
  }

  /** The number of positions of an arc. */
  lengthOf(index: number): number {
    return ((this.#ends[index] ?? 0) - (this.#ends[index - 1] ?? 0)) / 2;
  }

  /** The positions of an arc as stored: without altitudes, NaN for every coordinate that is not a number. */
  positionsOf(index: number): number[][] {
    const start = this.#ends[index - 1] ?? 0;
    return Array.from({ length: this.lengthOf(index) }, (_, position) => [
      this.#at(start + 2 * position),
      this.#at(start + 2 * position + 1),
    ]);
  }

  /** Appends a coordinate to the last block, which is replaced when it must become a Float64Array. */
  #push(value: Value): void {
    const number = typeof value === 'number' ? value : NaN;
    const index = this.#length++ & blockMask;
    let block = index === 0 ? new Int32Array(blockMask + 1) : (this.#blocks.pop() ?? new Int32Array(blockMask + 1));
    if (block instanceof Int32Array && !isInt32(number)) block = Float64Array.from(block);
    block[index] = number;
    this.#blocks.push(block);
  }

  #at(index: number): number {
    return this.#blocks[index >> blockShift]?.[index & blockMask] ?? NaN;
  }
}
