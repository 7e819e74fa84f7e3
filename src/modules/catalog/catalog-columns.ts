import type { RequestContext } from '#api/context.ts';
import { sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { ReadCache } from '#platform/database/read-cache.ts';
import { facetFields } from './parse-facets.ts';

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

/** An entry as the statement returns it, with a list of values for each facet. */
type ReadEntry = readonly [
  isRestricted: boolean,
  shownFeatures: readonly string[],
  templateValues: readonly string[],
  ...(readonly string[])[],
];

/** The number of entries that one statement reads. Storing them occupies the event loop for a few milliseconds. */
const batchSize = 1_000;

const e = sqlText('e');
const entry = sql`json_build_array(e.is_restricted, case when e.is_restricted then e.features else e.public_features end, e.template_values, ${sqlJoin(
  facetFields.map(({ values }) => values(e)),
  ', ',
)})`;

/**
 * The facet values of all entries, in the memory of a process: a column for each facet. The columns are read once. Before a search
 * counts, they are updated with the changes of the catalog. An entry keeps its place; the place of a deleted entry stays empty.
 */
export class CatalogColumns {
  #revision: bigint | undefined;
  #reading: Promise<void> | undefined;
  readonly #places = new Map<string, number>();
  /** The uid of the dataset of each place. */
  readonly #uids: string[] = [];
  readonly #columns = new Map(facetFields.map(({ name }) => [name, new FacetColumn()]));
  /** The columns of the fields of custom templates, by `template.field`. */
  readonly #templateColumns = new Map<string, FacetColumn>();
  /**
   * The features of each entry for callers without a ruleset on the dataset. For a restricted dataset these are the
   * features of all fields, because only callers who see all fields see the dataset without a ruleset.
   */
  readonly shownFeatures = new FacetColumn();
  /** For each place 1 or 0: whether it holds an entry, and whether it holds one whose dataset is not restricted. */
  #isFilled = new Uint8Array(1_024);
  #isUnrestricted = new Uint8Array(1_024);

  /** The number of places, including those of deleted entries. */
  get size(): number {
    return this.#places.size;
  }

  /** A copy of an array with 1 at each place that holds an entry. */
  filled(): Uint8Array {
    return this.#isFilled.slice(0, this.size);
  }

  /** A copy of an array with 1 at each place that holds an entry whose dataset is not restricted. */
  unrestricted(): Uint8Array {
    return this.#isUnrestricted.slice(0, this.size);
  }

  /** Whether a place holds an entry. */
  isFilled(place: number): boolean {
    return this.#isFilled[place] === 1;
  }

  /** The place of the entry of a dataset; undefined where the columns have never read it. */
  placeOf(uid: string): number | undefined {
    return this.#places.get(uid);
  }

  /** The uid of the dataset whose entry is, or was, at a place. */
  uidAt(place: number): string {
    return this.#uids[place] ?? '';
  }

  /** The column of a facet. */
  column(name: string): FacetColumn {
    return this.#columns.get(name) ?? this.#templateColumns.get(name) ?? new FacetColumn();
  }

  /** Updates the columns to a revision of the catalog, or to a later one. */
  async follow(db: DatabaseClient, revision: string): Promise<void> {
    while (this.#revision === undefined || this.#revision < BigInt(revision)) {
      this.#reading ??= this.#read(db, BigInt(revision)).finally(() => (this.#reading = undefined));
      await this.#reading;
    }
  }

  async #read(db: DatabaseClient, revision: bigint): Promise<void> {
    const changed =
      this.#revision === undefined
        ? sql`select uid from catalog_entry`
        : sql`select uid from catalog_change where revision > ${String(this.#revision)}::bigint`;
    for (let last: string | undefined = ''; last !== undefined;) {
      const rows: { uid: string; entry: ReadEntry | null }[] = await db.rows(sql`
        select c.uid, case when e.uid is not null then ${entry} end as entry
        from (${changed}) c
        left join catalog_entry e
        using (uid)
        where c.uid > ${last}::text order by c.uid limit ${batchSize}::int`);
      for (const row of rows) this.#set(row.uid, row.entry);
      last = rows.length === batchSize ? rows.at(-1)?.uid : undefined;
    }
    this.#revision = revision;
  }

  #set(uid: string, read: ReadEntry | null): void {
    const place = this.#places.get(uid) ?? this.#places.size;
    this.#places.set(uid, place);
    this.#uids[place] = uid;
    const [isRestricted = false, shownFeatures = [], templateValues = [], ...lists] = read ?? [];
    if (place >= this.#isFilled.length) {
      this.#isFilled = longer(this.#isFilled);
      this.#isUnrestricted = longer(this.#isUnrestricted);
    }
    this.#isFilled[place] = Number(read !== null);
    this.#isUnrestricted[place] = Number(read !== null && !isRestricted);
    this.shownFeatures.set(place, shownFeatures);
    for (const [index, { name }] of facetFields.entries()) this.column(name).set(place, lists[index] ?? []);
    this.#setTemplateValues(place, templateValues);
  }

  /** Sets the values of custom templates, each as `template.field:value`. A field that no entry has yet gets a column. */
  #setTemplateValues(place: number, values: readonly string[]): void {
    const ofFields = Map.groupBy(values, (value) => value.slice(0, value.indexOf(':')));
    for (const name of ofFields.keys())
      if (!this.#templateColumns.has(name)) this.#templateColumns.set(name, new FacetColumn());
    for (const [name, column] of this.#templateColumns) {
      const own = ofFields.get(name);
      if (own || (column.numbers[place] ?? 0) !== 0)
        column.set(place, own?.map((value) => value.slice(name.length + 1)) ?? []);
    }
  }
}

/** A copy with twice the length. */
function longer(numbers: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(2 * numbers.length);
  copy.set(numbers);
  return copy;
}

const columnsOf = new WeakMap<ReadCache, CatalogColumns>();

/** The columns of this process at a revision of the catalog, or a later one. */
export async function loadCatalogColumns(
  { app }: Pick<RequestContext, 'app'>,
  revision: string,
): Promise<CatalogColumns> {
  const columns = columnsOf.get(app.readCache) ?? new CatalogColumns();
  columnsOf.set(app.readCache, columns);
  await columns.follow(app.exploreDb, revision);
  return columns;
}
