/** The types of values in Thrift's compact protocol; a truth value of a struct is its type. */
const types = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  struct: 12,
};

/** The fields of a struct by their numbers. */
export type ThriftStruct = Map<number, ThriftValue>;

/** A value as it is written: numbers as bigints, doubles as bytes, and all others by their names. */
export type ThriftValue =
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'byte' | 'i16' | 'i32' | 'i64'; readonly value: bigint }
  | { readonly type: 'double' | 'binary'; readonly value: Buffer }
  | { readonly type: 'list' | 'set'; readonly itemType: number; readonly items: readonly ThriftValue[] }
  | { readonly type: 'struct'; readonly fields: ThriftStruct };

/** Structs in structs: the metadata of a Parquet file has few levels. */
const maxDepth = 32;

/** Reads a struct in the compact protocol, whatever its fields mean. Throws RangeError where bytes are missing. */
export function readThrift(bytes: Buffer): ThriftStruct {
  return new ThriftReader(bytes).struct(0);
}

class ThriftReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  struct(depth: number): ThriftStruct {
    if (depth > maxDepth) throw new RangeError('The metadata have too many levels.');
    const fields: ThriftStruct = new Map();
    let last = 0;
    for (let head = this.#byte(); head !== 0; head = this.#byte()) {
      const delta = head >> 4;
      last = delta === 0 ? Number(this.#signed()) : last + delta;
      fields.set(last, this.#value(head & 0x0f, depth));
    }
    return fields;
  }

  #value(type: number, depth: number, isItem = false): ThriftValue {
    switch (type) {
      case types.true:
      case types.false:
        return { type: 'bool', value: isItem ? this.#byte() === types.true : type === types.true };
      case types.byte:
        return { type: 'byte', value: BigInt(this.#byte()) };
      case types.i16:
        return { type: 'i16', value: this.#signed() };
      case types.i32:
        return { type: 'i32', value: this.#signed() };
      case types.i64:
        return { type: 'i64', value: this.#signed() };
      case types.double:
        return { type: 'double', value: this.#take(8) };
      case types.binary:
        return { type: 'binary', value: this.#take(Number(this.#unsigned())) };
      case types.list:
      case types.set:
        return this.#list(type === types.list ? 'list' : 'set', depth);
      case types.struct:
        return { type: 'struct', fields: this.struct(depth + 1) };
      default:
        throw new RangeError(`The metadata have a value of the type ${type}.`);
    }
  }

  #list(type: 'list' | 'set', depth: number): ThriftValue {
    const head = this.#byte();
    const count = head >> 4 === 15 ? Number(this.#unsigned()) : head >> 4;
    // Each item has a byte at least.
    if (count > this.#bytes.length - this.#at) throw new RangeError('The metadata end too early.');
    const itemType = head & 0x0f;
    return { type, itemType, items: Array.from({ length: count }, () => this.#value(itemType, depth, true)) };
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new RangeError('The metadata end too early.');
    return byte;
  }

  #take(count: number): Buffer {
    if (count > this.#bytes.length - this.#at) throw new RangeError('The metadata end too early.');
    return this.#bytes.subarray(this.#at, (this.#at += count));
  }

  #unsigned(): bigint {
    const first = this.#byte();
    if (first < 0x80) return BigInt(first);
    let value = BigInt(first & 0x7f);
    for (let shift = 7n; ; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  #signed(): bigint {
    const value = this.#unsigned();
    return (value >> 1n) ^ -(value & 1n);
  }
}

/** Writes a struct in the compact protocol. */
export function writeThrift(fields: ThriftStruct): Buffer {
  const parts: Buffer[] = [];
  writeStruct(fields, parts);
  return Buffer.concat(parts);
}

function writeStruct(fields: ThriftStruct, parts: Buffer[]): void {
  let last = 0;
  for (const [number, value] of [...fields].sort(([one], [other]) => one - other)) {
    const type = typeOf(value);
    const delta = number - last;
    if (delta <= 15) parts.push(Buffer.of((delta << 4) | type));
    else parts.push(Buffer.of(type), signed(BigInt(number)));
    last = number;
    if (value.type !== 'bool') writeValue(value, parts);
  }
  parts.push(Buffer.of(0));
}

function writeValue(value: ThriftValue, parts: Buffer[]): void {
  switch (value.type) {
    case 'bool':
      parts.push(Buffer.of(typeOf(value)));
      return;
    case 'byte':
      parts.push(Buffer.of(Number(value.value)));
      return;
    case 'i16':
    case 'i32':
    case 'i64':
      parts.push(signed(value.value));
      return;
    case 'double':
      parts.push(value.value);
      return;
    case 'binary':
      parts.push(unsigned(BigInt(value.value.length)), value.value);
      return;
    case 'list':
    case 'set': {
      const { itemType, items } = value;
      if (items.length < 15) parts.push(Buffer.of((items.length << 4) | itemType));
      else parts.push(Buffer.of(0xf0 | itemType), unsigned(BigInt(items.length)));
      for (const item of items) writeValue(item, parts);
      return;
    }
    case 'struct':
      writeStruct(value.fields, parts);
  }
}

const typeOf = (value: ThriftValue): number =>
  value.type === 'bool' ? (value.value ? types.true : types.false) : types[value.type];

const signed = (value: bigint): Buffer => unsigned(value < 0n ? (-value << 1n) - 1n : value << 1n);

function unsigned(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/** The items of a list of structs; none where there is no such list. */
export const structsOf = (value: ThriftValue | undefined): ThriftStruct[] =>
  value?.type === 'list' ? value.items.flatMap((item) => (item.type === 'struct' ? [item.fields] : [])) : [];

/** A list of structs. */
export const listOfStructs = (structs: readonly ThriftStruct[]): ThriftValue => ({
  type: 'list',
  itemType: types.struct,
  items: structs.map((fields) => ({ type: 'struct', fields })),
});

/** The struct in a field; an empty one where there is none. */
export const structIn = (fields: ThriftStruct, number: number): ThriftStruct => {
  const value = fields.get(number);
  return value?.type === 'struct' ? value.fields : new Map<number, ThriftValue>();
};

/** The whole number in a field; undefined where there is none. */
export const numberIn = (fields: ThriftStruct, number: number): number | undefined => {
  const value = fields.get(number);
  return typeof value === 'object' && 'value' in value && typeof value.value === 'bigint'
    ? Number(value.value)
    : undefined;
};

/** The text in a field; undefined where there is none. */
export const textIn = (fields: ThriftStruct, number: number): string | undefined => {
  const value = fields.get(number);
  return value?.type === 'binary' ? value.value.toString('utf8') : undefined;
};

/** A text as a value. */
export const textValue = (text: string): ThriftValue => ({ type: 'binary', value: Buffer.from(text) });
