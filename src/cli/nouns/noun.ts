import type { z } from 'zod';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { Comments } from '../files/yaml.ts';
import type { GraphClient } from '../graph-client.ts';

/** A difference between the file and the instance. */
export interface Change {
  readonly path: readonly string[];
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: Json;
  readonly after: Json;
}

/** What a command works with. */
export interface Session {
  readonly client: GraphClient;
  readonly env: NodeJS.ProcessEnv;
  /** Writes a line that a person must see: something is left out. */
  readonly warn: (message: string) => void;
  /** Reports what is under way, on a terminal only. */
  readonly progress: (message: string) => void;
}

/** An item of the instance, as its file has it. `write` writes what stands next to the file: bytes. */
export interface StoredItem {
  readonly key: string;
  readonly document: Json;
  readonly write?: (folder: string) => Promise<void>;
}

/** An item of the files. */
export interface DesiredItem {
  readonly key: string;
  /** The path of its file, below the folder of the portal. */
  readonly path: string;
  readonly document: JsonObject;
  /** The folder of the file, which has the bytes that it names. */
  readonly folder: string;
  /** The line of a member in the file, or else of the nearest one above it. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

/** What would happen to an item, on the state that it was planned on. */
export interface PlannedItem {
  readonly action: 'create' | 'update' | 'none';
  readonly changes: readonly Change[];
  /** Identifies the state that the plan is of: `apply` is refused at any other. */
  readonly token: string;
}

/** What is done to an item: a plan without the values that change. */
export interface PlannedWork {
  readonly action: 'create' | 'update';
  /** The first names of the paths of the changes. */
  readonly sections: ReadonlySet<string>;
  readonly token: string;
}

/** A noun of the portal whose items are kept in files. */
export interface Noun {
  /** The name of the folder, and of the noun for `--only`. */
  readonly name: string;
  /** How an item has its own folder; else it is one file. */
  readonly hasFolders: boolean;
  readonly schema: z.ZodType;
  /** What files say above members of a document. */
  readonly comments?: Comments;
  /** The identity of a document, which is the same on every instance. */
  readonly keyOf: (document: JsonObject) => string;
  /** What `--only` may name an item by as well, from its key. */
  readonly shortNameOf?: (key: string) => string;
  /** The name that a document may have in common with others, which the instance numbers. */
  readonly nameOf?: (document: JsonObject) => string;
  /** Reads all items that the caller may see, a page at a time, in a stable order. */
  readonly list: (session: Session) => AsyncIterable<StoredItem>;
  readonly keys: (session: Session) => AsyncIterable<string>;
  readonly plan: (session: Session, desired: DesiredItem) => Promise<PlannedItem>;
  /** Brings an item to the state of its file. Does what is missing alone, so that a broken apply is run again. */
  readonly apply: (session: Session, desired: DesiredItem, planned: PlannedWork) => Promise<void>;
  /** What is lost with an item: `1,204 records`. */
  readonly weigh?: (session: Session, key: string) => Promise<string>;
  readonly remove: (session: Session, key: string) => Promise<void>;
  /** The keys of items of the same noun that must be there first. */
  readonly needs?: (document: JsonObject) => readonly string[];
  /** Whether an item needs items of later nouns: it is applied after all of them. */
  readonly needsLaterNouns?: (document: JsonObject) => boolean;
  /** The rights in the domain without which nothing of the noun can be changed: all of the names of one list. */
  readonly rights?: readonly (readonly string[])[];
  /** The same, for a new item. */
  readonly creationRights?: readonly (readonly string[])[];
  /** The members of a document in which references to secrets become these. */
  readonly secretMembers?: readonly string[];
  /**
   * Does what must not happen before all other items are there, for an item that was applied. `failedCount` items could not be applied. Where it
   * is not done, the next plan shows it.
   */
  readonly finish?: (session: Session, desired: DesiredItem, failedCount: number) => Promise<void>;
  /** Waits for what applied items have under way on the instance. */
  readonly settle?: (session: Session, keys: readonly string[]) => Promise<void>;
}
