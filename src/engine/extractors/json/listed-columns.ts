import type { Token } from 'stream-json/parser.js';
import { maxFields } from '#engine/records/columns.ts';

/** The names of members that list the columns of a table. */
const listName = /^(?:columns|cols|fields|headers?|column_?names)$/i;

/** The members that name a column which is described by an object, the best first. */
const nameMembers: readonly string[] = ['name', 'label', 'title', 'id'];

const maxLists = 20;
const maxNameLength = 1_000;

/** A list that is being read. */
interface OpenList {
  readonly depth: number;
  readonly names: string[];
  /** Which of `nameMembers` named the last column. */
  rank: number;
}

/**
 * Collects the names of columns that a document lists outside of its rows: texts, or objects with a name, as in `columns` or in
 * `schema.fields`.
 */
export class ListedColumns {
  readonly #lists: (readonly string[])[] = [];
  #list: OpenList | undefined;
  #depth = 0;
  #member = '';

  /** The last list of names of this length; undefined when there is none. */
  ofLength(length: number): readonly string[] | undefined {
    return this.#lists.findLast((names) => names.length === length);
  }

  /** Takes a token that is not of a row. */
  take(token: Token): void {
    if (token.name === 'keyValue') this.#member = token.value;
    else if (token.name === 'stringValue') this.#takeText(token.value.slice(0, maxNameLength));
    else if (token.name === 'startArray' || token.name === 'startObject') this.#start(token.name === 'startArray');
    else if (token.name === 'endArray' || token.name === 'endObject') this.#end();
  }

  #start(isArray: boolean): void {
    if (this.#list && !isArray && this.#depth === this.#list.depth + 1) this.#addName(this.#list, '');
    else if (!this.#list && isArray && listName.test(this.#member) && this.#lists.length < maxLists)
      this.#list = { depth: this.#depth, names: [], rank: nameMembers.length };
    this.#depth++;
    this.#member = '';
  }

  #end(): void {
    this.#depth--;
    this.#member = '';
    if (this.#list?.depth !== this.#depth) return;
    this.#lists.push(this.#list.names);
    this.#list = undefined;
  }

  #takeText(text: string): void {
    const list = this.#list;
    if (!list) return;
    const rank = nameMembers.indexOf(this.#member);
    if (this.#depth === list.depth + 1) this.#addName(list, text);
    else if (this.#depth === list.depth + 2 && rank >= 0 && rank < list.rank) {
      list.names[list.names.length - 1] = text;
      list.rank = rank;
    }
  }

  #addName(list: OpenList, name: string): void {
    if (list.names.length < maxFields) list.names.push(name);
    list.rank = nameMembers.length;
  }
}
