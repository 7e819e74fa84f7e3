import type { Json, JsonObject } from '../kernel/json.ts';
import type { Sql } from '../kernel/sql.ts';
import type { RequestContext } from './context.ts';

/** The parts of a dataset that a version tells apart (objects.md, Versions). */
export const sectionNames = [
  'data', 'metadata', 'security', 'processors', 'fields', 'resources', 'schedules', 'attachments',
] as const;

/** The name of a part of a dataset. */
export type SectionName = (typeof sectionNames)[number];

/** How one part of a dataset becomes a snapshot, and a snapshot becomes that part again. */
export interface Section {
  readonly name: SectionName;
  /** A jsonb expression: the whole content of this part, for the dataset row under the alias. */
  capture(dataset: Sql): Sql;
  /** The content that a client's input describes for a new dataset; fails INVALID_INPUT. Only where a part can be given on create. */
  accept?(input: JsonObject): JsonObject;
  /**
   * Makes this part of a locked dataset what the content says: its parts keep the uids that the content gives them, and
   * those that it does not name go.
   */
  write?(tx: RequestContext, datasetUid: string, content: Json): Promise<void>;
  /** The content as another dataset takes it: with uids of its own, and without what is not copied. The content itself unless told. */
  copied?(content: Json): Json;
}

/** All parts, in the order of their names' list. */
export type Sections = ReadonlyMap<SectionName, Section>;
