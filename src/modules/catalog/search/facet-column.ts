/** The numbers of the values of a facet, and of the lists of values that entries have. */
interface Numbering {
  /** The numbers of the values of each list, by the number of the list. */
  readonly lists: number[][];
  /** The text of each value, by the number of the value. */
  readonly texts: string[];
  /** The number of a list, by the numbers of its values. */
  readonly ofList: Map<string, number>;
  /** The number of a value, by its text. */
  readonly ofText: Map<string, number>;
}

/**
 * The values of one facet in all entries, in memory. Equal lists of values share a number, so that a query tests each different
 * list once, splits its values into levels once, and counts numbers.
 */
export class FacetColumn {
  readonly #numbering: Numbering;
  /** The number of each entry's list, by the place of the entry; 0 is the empty list. */
  #numbers: Int32Array;

  constructor(
    numbering: Numbering = { lists: [[]], texts: [], ofList: new Map([['', 0]]), ofText: new Map() },
    numbers = new Int32Array(1_024),
  ) {
    this.#numbering = numbering;
    this.#numbers = numbers;
  }

  /** The number of each entry's list, by the place of the entry. */
  get numbers(): Int32Array {
    return this.#numbers;
  }

  /** The numbers of the values of each list, by the number of the list. */
  get lists(): readonly (readonly number[])[] {
    return this.#numbering.lists;
  }

  /** The text of each value, by the number of the value. */
  get texts(): readonly string[] {
    return this.#numbering.texts;
  }

  /** Sets the values of the entry at a place. */
  set(place: number, values: readonly string[]): void {
    if (place >= this.#numbers.length) {
      const longer = new Int32Array(2 * place);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[place] = this.#numberOfList(values);
  }

  /** A copy of the column with other values at some places. */
  with(changes: Iterable<readonly [place: number, values: readonly string[]]>): FacetColumn {
    const changed = new FacetColumn(this.#numbering, this.#numbers.slice());
    for (const [place, values] of changes) changed.set(place, values);
    return changed;
  }

  #numberOfList(values: readonly string[]): number {
    const { lists, texts, ofList, ofText } = this.#numbering;
    const list = [...new Set(values)].map((text) => numberIn(ofText, text, () => texts.push(text)));
    return numberIn(ofList, list.join(' '), () => lists.push(list));
  }

  /** An array with an entry for each list: 1 where a condition holds for one of its values, else 0. */
  listsWith(condition: (text: string) => boolean): Uint8Array {
    const holds = this.texts.map(condition);
    return Uint8Array.from(this.lists, (list) => (list.some((value) => holds[value]) ? 1 : 0));
  }
}

/** The number of a key; `add` stores an unknown key and returns the new count of keys. */
function numberIn(numbers: Map<string, number>, key: string, add: () => number): number {
  const number = numbers.get(key) ?? add() - 1;
  numbers.set(key, number);
  return number;
}
