import type { EntityManager } from '@mikro-orm/postgresql';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { Sql } from '#kernel/sql.ts';
import type { TraceId } from '#platform/telemetry.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { RowStreams } from '#platform/database/row-streams.ts';
import type { Admission } from '#platform/database/statement-gate.ts';
import type { PointBudget } from '#platform/request-rate-limiter.ts';
import type { Platform } from './platform.ts';
import type { RecordReader } from './record-reader.ts';
import type { PayloadReader, RequestRecord, RequestReports, RequestState } from './request-state.ts';
import type { TypeSource } from './reading/type-source.ts';
import type { SectionName } from './section-name.ts';
import type { Session } from './session.ts';
import type { EncryptedColumn } from '#platform/encrypt-rows.ts';
import DataLoader from 'dataloader';

/** What every operation receives: the caller, where to read and write, and the request's loaders. */
export interface RequestContext {
  readonly app: Services;
  readonly session: Session;
  /** A fork of the ORM's entity manager, for writes; inside a transaction it is the transaction's own fork. */
  readonly em: EntityManager;
  /** Where statements run: the pool, or inside a transaction its connection. */
  readonly db: DatabaseClient;
  /** Where searches of the catalog run, on connections of their own. */
  readonly exploreDb: DatabaseClient;
  /** Runs statements over published records in the column engine. */
  readonly records: RecordReader;
  /** Streams the rows of exports of the catalog, from the server that the request's reads use. */
  readonly streams: RowStreams;
  /** Limits what the request uses of the database: connections at a time, and bytes of results for each operation. */
  readonly admission: Admission;
  /** The points that the caller may spend; undefined where there is no limit, as for jobs. */
  readonly budget: PointBudget | undefined;
  /** Batches the lookups of this request. The loaders are cleared after a change. */
  readonly loaders: Loaders;
  /** What the request ran, for its log line. */
  readonly record: RequestRecord;
  /** What parts of the request keep for later parts of it. */
  readonly state: RequestState;
  /** What the client asked to learn about the request itself; undefined for most requests. */
  readonly reports?: RequestReports | undefined;
  /** The claim on the request's Idempotency-Key, which is set before the operation is executed; undefined without a key. */
  claim: IdempotencyClaim | undefined;
  /** Reads the payload of the request's mutation in the statement of its change; undefined where no plan does, and in a transaction. */
  payloadReader: PayloadReader | undefined;
  /** Identifies the request or the job in logs, in masked errors and in traces. */
  readonly traceId: TraceId;
}

/** The services of the process: the platform and what the modules declare. */
export interface Services extends Platform {
  readonly registry: Registry;
}

/** Finds an object by the key of its global identifier, if the caller may see it. */
export type FindNode = (ctx: RequestContext, key: string) => Promise<object | null>;

/** What the modules declare, combined; one for the whole process. */
export interface Registry {
  /** The parts that a dataset consists of. */
  readonly sections: Sections;
  /** Called when a dataset is deleted. */
  readonly onDatasetDeleted: readonly DatasetHook[];
  /** Called when a deleted dataset is restored. */
  readonly onDatasetRestored: readonly DatasetHook[];
  /** Called when a user is deleted. */
  readonly onUserDeleted: readonly UserHook[];
  /** Called when what readers see of a dataset changes. */
  readonly onPublicationChanged: readonly DatasetHook[];
  /** Called when a custom metadata template changes. */
  readonly onTemplateChanged: readonly TemplateHook[];
  /** Queries for the keys of all blobs that rows refer to. */
  readonly blobReferences: readonly Sql[];
  /** Queries for the uids of all connections that rows refer to. */
  readonly connectionReferences: readonly Sql[];
  /** The columns with encrypted texts. */
  readonly encryptedColumns: readonly EncryptedColumn[];
  /** The sources of the types that `node` finds, by type name. */
  readonly sources: ReadonlyMap<string, TypeSource>;
  /** How `node` finds the objects of the types that have no table, by type name. */
  readonly nodes: ReadonlyMap<string, FindNode>;
}

/** Called in the transaction that changes a dataset, after its rows are written. */
export type DatasetHook = (tx: RequestContext, datasetUid: string) => Promise<void>;

/** Called in the transaction that changes a custom metadata template, after its row is written. */
export type TemplateHook = (tx: RequestContext, name: string) => Promise<void>;

/** Called in the transaction that deletes a user, after the user's row is gone. */
export type UserHook = (tx: RequestContext, username: string) => Promise<void>;

/** The state of a section that a client requests. */
export interface DesiredSection<Snapshot = Json> {
  readonly datasetUid: string;
  /** The input of `applyDataset`. A section reads only the fields that belong to it. */
  readonly input: object;
  /** The current snapshot of the section. */
  readonly current: Snapshot;
}

/** The planned change of a section. */
export interface SectionChange<Snapshot = Json> {
  /** The snapshot that the input describes. Unchanged parts keep their uids. */
  readonly snapshot: Snapshot;
  /** The paths of changed secrets. Snapshots hold no secrets, so comparing them does not show these changes. */
  readonly changedSecrets?: readonly (readonly string[])[];
  /** Called before the snapshot is written, to store rows that it refers to. */
  readonly beforeWrite?: (tx: RequestContext) => Promise<unknown>;
  /** Called after the snapshot was written, to store the secrets. */
  readonly afterWrite?: (tx: RequestContext) => Promise<unknown>;
}

/** Changes of other sections that follow from a change: by section, a function that takes the snapshot which the section would otherwise have, and returns the new snapshot. */
export type ImpliedChanges = { readonly [Name in SectionName]?: (snapshot: Json) => Json };

/** A part of a dataset that versions record: how it is captured as a snapshot and restored from one. */
export interface Section<Snapshot = Json> {
  readonly name: SectionName;
  /** Whether a comparison of versions lists a change for each member of the snapshot, not one for the whole section. */
  readonly isComparedByMember?: boolean;
  /** A jsonb expression: the snapshot of this section for the dataset row under the alias. */
  capture(dataset: Sql): Sql;
  /** Parses the input for a new dataset; fails INVALID_INPUT. Only sections that can be set on creation have it. */
  parse?(input: object, tx: RequestContext): Promise<JsonObject>;
  /** Writes a snapshot into a locked dataset: its parts keep their uids, and parts that the snapshot lacks are deleted. */
  write(tx: RequestContext, datasetUid: string, snapshot: Snapshot): Promise<void>;
  /** Fails PERMISSION_DENIED where a snapshot adds something that the caller may not use. */
  authorize?(tx: RequestContext, datasetUid: string, snapshot: Snapshot): Promise<void>;
  /** Returns the snapshot for a copy of the dataset, with new uids and without the parts that are not copied. Default: the snapshot itself. */
  copy?(snapshot: Snapshot, tx: RequestContext, datasetUid: string): Snapshot | Promise<Snapshot>;
  /**
   * Plans the change that the input of `applyDataset` describes; undefined where the input has no field of this section. Fails as the
   * mutations of single parts do: INVALID_INPUT, and NOT_FOUND for a part that the dataset does not have.
   */
  planChange?(tx: RequestContext, desired: DesiredSection<Snapshot>): Promise<SectionChange<Snapshot> | undefined>;
  /**
   * Plans the changes of other sections that follow from the input. Called before the dataset is locked, since it may call remote
   * services. Fails as `planChange` does, and with PERMISSION_DENIED and SOURCE_REFUSED.
   */
  planImpliedChanges?(ctx: RequestContext, desired: Omit<DesiredSection, 'current'>): Promise<ImpliedChanges>;
  /**
   * Returns the function `replace` that replaces the values of the remote dataset in a snapshot with those of `remote`; null removes them.
   * Only sections with remote values have it.
   */
  prepareRemoteValues?(
    ctx: RequestContext,
    remote: JsonObject | null,
  ): Promise<{ replace(snapshot: Snapshot): Snapshot }>;
}

/** All sections, in the order of `sectionNames`. */
export type Sections = ReadonlyMap<SectionName, Section>;

/** An answer as it is stored: without the headers that each response sets itself. */
export type StoredAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for an answer without a body. */
  readonly body: string;
};

/** The claim of a running request on its Idempotency-Key. No other request executes under the key while the claim is held. */
export interface IdempotencyClaim {
  /**
   * Records in a transaction that the request changes something, so that it is never executed again once the transaction has committed. Fails
   * IDEMPOTENCY_KEY_IN_USE when another request has claimed the key meanwhile.
   */
  recordChange(tx: DatabaseClient): Promise<void>;
  /**
   * Ends the claim and stores the answer. That of a request which failed without a change is not stored, and the key is free again. Where the
   * answer is undefined or too large, the key stands for a lost answer, if there was a change.
   */
  finish(answer: StoredAnswer | undefined, isFailure: boolean): Promise<void>;
}

/** The DataLoaders of one request by name, each created on first use. */
interface Loaders {
  /** The loader of a name; `batch` loads all of its keys with one statement, and answers an error in place of each that fails alone. */
  of<V>(name: string, batch: (keys: readonly string[]) => Promise<readonly (V | Error)[]>): DataLoader<string, V>;
  /** Clears all cached results. */
  clear(): void;
}

/** Creates the loaders of a request, without any cached results. */
export function createLoaders(): Loaders {
  const loaders = new Map<string, unknown>();
  return {
    of<V>(name: string, batch: (keys: readonly string[]) => Promise<readonly (V | Error)[]>) {
      const known = loaders.get(name);
      if (known instanceof DataLoader) return known as DataLoader<string, V>;
      const loader = new DataLoader<string, V>(batch);
      loaders.set(name, loader);
      return loader;
    },
    clear: () => {
      loaders.clear();
    },
  };
}

/** What requests cost, in points of the caller's budget. */
export const prices = Object.freeze({
  /** Every request, and with it the root object of its operation; the other prices are added. */
  request: 1,
  /** A request that sends a file or a form. */
  upload: 10,
  /** A stream of events, when it is opened. */
  stream: 10,
  /** A streamed export. */
  export: 50,
});

/** Spends points of the caller's budget, if any; a promise only where the database decides. Fails RATE_LIMIT_EXCEEDED. */
export function spendPoints({ budget, record }: RequestContext, points: number): Promise<void> | undefined {
  if (points <= 0) return undefined;
  record.addPoints(points);
  return budget?.spend(points);
}
