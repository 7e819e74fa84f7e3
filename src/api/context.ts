import type { EntityManager } from '@mikro-orm/postgresql';
import type { Json, JsonObject } from '../kernel/json.ts';
import type { Sql } from '../kernel/sql.ts';
import type { DatabaseClient } from '../platform/database/database-client.ts';
import type { Platform } from './platform.ts';
import type { Loaders } from './reading/loaders.ts';
import type { TypeSource } from './reading/type-source.ts';
import type { SectionName } from './sections/section-name.ts';
import type { Session } from './session.ts';

/** What every operation receives: the caller, where to read and write, and the request's loaders. */
export interface RequestContext {
  readonly app: Services;
  readonly session: Session;
  /** A fork of the ORM's entity manager, for writes; inside a transaction it is the transaction's own fork. */
  readonly em: EntityManager;
  /** Where statements run: the pool, or inside a transaction its connection. */
  readonly db: DatabaseClient;
  /** Batches the lookups of this request; replaced after a change. */
  readonly loaders: Loaders;
  /** Identifies the request in logs and in masked errors. */
  readonly traceId: string;
}

/** What the process runs on: the adapters and what the modules declare. */
export interface Services extends Platform {
  readonly registry: Registry;
}

/** What the modules declare, combined; one for the whole process. */
export interface Registry {
  /** The parts that a dataset consists of. */
  readonly sections: Sections;
  /** What follows the deletion of a dataset. */
  readonly datasetDeleted: readonly DatasetDeleted[];
  /** Queries for the keys of all stored bytes that rows refer to. */
  readonly contentReferences: readonly Sql[];
  /** Queries for the uids of all connections that rows refer to. */
  readonly connectionReferences: readonly Sql[];
  /** What `node` reads by an identifier, by the name of its type. */
  readonly sources: ReadonlyMap<string, TypeSource>;
}

/** Called in the transaction that deletes a dataset, after its rows are gone. */
export type DatasetDeleted = (tx: RequestContext, datasetUid: string) => Promise<void>;

/** What a client asks a part of a dataset to be. */
export interface DesiredSection<Content = Json> {
  readonly datasetUid: string;
  /** The input of `datasetApply`, of which a section reads the fields that are its own. */
  readonly input: object;
  /** The content at hand. */
  readonly current: Content;
}

/** What a part of a dataset is to become. */
export interface SectionChange<Content = Json> {
  /** The content that the input describes: what stays the same keeps its uid. */
  readonly snapshot: Content;
  /** Where something changes that no content may hold: paths to secrets. */
  readonly hiddenChanges?: readonly (readonly string[])[];
  /** Stores what the content refers to, before it is written. */
  readonly prepare?: (tx: RequestContext) => Promise<unknown>;
  /** Stores what no content may hold, after the content was written. */
  readonly finish?: (tx: RequestContext) => Promise<unknown>;
}

/** What parts become because another one changes, by their names: from what they would be otherwise. */
export type ImpliedChanges = { readonly [Name in SectionName]?: (content: Json) => Json };

/** How one part of a dataset becomes a snapshot, and a snapshot becomes that part again. */
export interface Section<Content = Json> {
  readonly name: SectionName;
  /** Whether the content is an object of several things, by whose names changes are told; else it is one thing, named as the section. */
  readonly isComposed?: boolean;
  /** A jsonb expression: the whole content of this part, for the dataset row under the alias. */
  capture(dataset: Sql): Sql;
  /** The content that a client's input describes for a new dataset; fails INVALID_INPUT. Only where a part can be given on create. */
  parse?(input: JsonObject): JsonObject;
  /**
   * Makes this part of a locked dataset what the content says: its parts keep the uids that the content gives them, and
   * those that it does not name go. A uid that another dataset has by now violates the primary key.
   */
  write(tx: RequestContext, datasetUid: string, content: Content): Promise<void>;
  /** Fails PERMISSION_DENIED where a content that a locked dataset is to get brings in what the caller may not use. */
  authorize?(tx: RequestContext, datasetUid: string, content: Content): Promise<void>;
  /** The content as another dataset takes it: with uids of its own, and without what is not copied. The content itself unless told. */
  copy?(content: Content, tx: RequestContext, datasetUid: string): Content | Promise<Content>;
  /**
   * What this part becomes by a client's input; undefined when the input does not speak of it. Fails INVALID_INPUT, by the
   * rules of the single changes, and NOT_FOUND for a part that the dataset does not have.
   */
  desired?(tx: RequestContext, desired: DesiredSection<Content>): Promise<SectionChange<Content> | undefined>;
  /**
   * What other parts become because this one becomes what a client's input says. It is asked for before the dataset is
   * locked, since it may ask the outside. Fails as `desired` does, NOT_FOUND, PERMISSION_DENIED and SOURCE_REFUSED too.
   */
  implies?(ctx: RequestContext, desired: Omit<DesiredSection, 'current'>): Promise<ImpliedChanges>;
  /** This part with the values that a remote dataset has for it; without any where the dataset is linked to none. Only of a part that has remote values. */
  link?(content: Content, remote: JsonObject | null): Content;
}

/** All parts, in the order of their names' list. */
export type Sections = ReadonlyMap<SectionName, Section>;
