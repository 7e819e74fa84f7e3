import { LRUCache } from 'lru-cache';

/**
 * The values of JSON texts that the database returns with many requests, mostly the same ones: a text is parsed once while it is among those that were used last. All
 * requests share a value, so it is frozen. A value takes some times as many bytes as its text has characters.
 */
export class ParsedTexts {
  readonly #values: LRUCache<string, Readonly<object>>;

  constructor(maxCharacters = 4 * 1024 * 1024) {
    this.#values = new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_value, { length }) => length });
  }

  /** The value of a text that is an object or an array. */
  parse(text: string): Readonly<object> {
    const known = this.#values.get(text);
    if (known) return known;
    const value = JSON.parse(text, (_name, part: unknown) =>
      typeof part === 'object' && part !== null ? Object.freeze(part) : part,
    ) as Readonly<object>;
    this.#values.set(text, value);
    return value;
  }
}
