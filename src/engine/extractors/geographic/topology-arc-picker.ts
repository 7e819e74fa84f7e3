import type { Token } from 'stream-json/parser.js';
import { fail } from '#kernel/fail.ts';
import type { Value } from '#engine/records/record.ts';
import type { RecordPicker } from '../json/json-batches.ts';
import { JsonRecordPicker } from '../json/json-record-picker.ts';

const maxObjects = 1_000;

/** Reads the names of the objects of a topology from its tokens, and counts their geometries. */
export class TopologyOutline {
  /** The number of geometries of each object by name, in order; null for an object that is a single geometry. */
  readonly objects = new Map<string, number | null>();
  /** The name last read at each depth. */
  readonly #names: string[] = [];
  #depth = 0;

  /** Takes the next token. */
  take(token: Token): void {
    if (token.name === 'keyValue') this.#names[this.#depth] = token.value;
    else if (token.name === 'endObject' || token.name === 'endArray') this.#depth--;
    else if (token.name === 'startObject' || token.name === 'startArray') {
      this.#countGeometry(token.name);
      this.#depth++;
    }
  }

  /** The name of the object with the most geometries, the first of several such objects; "" when there is no object. */
  get largest(): string {
    return [...this.objects].toSorted(([, a], [, b]) => (b ?? 1) - (a ?? 1))[0]?.[0] ?? '';
  }

  /** Counts a geometry. Its depth shows what it is: 2 is an object of `objects`, 3 the list `geometries` of an object, 4 a geometry in that list. */
  #countGeometry(start: 'startObject' | 'startArray'): void {
    const [, member, object = '', list] = this.#names;
    if (member !== 'objects' || (this.#depth > 2 && list !== 'geometries')) return;
    const isList = start === 'startArray';
    if (this.#depth === 2 && !isList) this.objects.set(object, null);
    if (this.#depth === 3 && isList) this.objects.set(object, 0);
    if (this.#depth === 4 && !isList) this.objects.set(object, (this.objects.get(object) ?? 0) + 1);
    if (this.objects.size > maxObjects)
      fail('EXTRACTION_FAILED', { reason: `the topology has more than ${maxObjects} objects` });
  }
}

/** Picks the arcs from the tokens of a topology, and reads its outline and transform. */
export class TopologyArcPicker implements RecordPicker {
  readonly outline = new TopologyOutline();
  readonly #arcs = new JsonRecordPicker(['arcs']);
  readonly #transforms = new JsonRecordPicker(['transform']);
  #transform: Value = null;

  /** The member `transform`; null when there is none. */
  get transform(): Value {
    return this.#transform;
  }

  get isInRecord(): boolean {
    return this.#arcs.isInRecord || this.#transforms.isInRecord;
  }

  take(token: Token): Value | undefined {
    this.outline.take(token);
    this.#transform = this.#transforms.take(token) ?? this.#transform;
    return this.#arcs.take(token);
  }

  end(): void {
    if (this.outline.objects.size === 0)
      fail('EXTRACTION_FAILED', { reason: 'the file is not TopoJSON: it has no objects' });
  }
}
