import type { EntityClass } from '@mikro-orm/core';
import type { ClassType } from 'type-graphql';
import type { Platform } from './platform.ts';
import type { Node } from './node.type.ts';
import type { Root } from './reading/declare-source.ts';
import type { TypeSource } from './reading/type-source.ts';
import type {
  DatasetHook,
  FindNode,
  Registry,
  RequestContext,
  Section,
  Sections,
  TemplateHook,
  UserHook,
} from './context.ts';
import { sectionNames } from './section-name.ts';
import type { Sql } from '#kernel/sql.ts';
import type { Job, WorkerSettings } from '#platform/job-queue.ts';
import type { EncryptedColumn } from '#platform/encrypt-rows.ts';

/** A queue of jobs and its handler. The context of `run` has no caller; a job that acts for a user loads that user itself. */
export interface JobHandler extends WorkerSettings {
  readonly queue: string;
  readonly run: (ctx: RequestContext, job: Job) => Promise<void>;
}

/** Called at every start, after the migrations and before the first request, possibly by several processes at once. Throws SetupError. */
export type Prepare = (app: Pick<Platform, 'db' | 'secrets' | 'storage' | 'config' | 'log'>) => Promise<void>;

/**
 * The checks of a mutation that need only the identifiers in its input: existence, rights, rate limits. The mutation runs these
 * checks again. The REST layer runs them before it receives the request body, so that it rejects a request without receiving its body.
 */
export type Precheck = (ctx: RequestContext, identifiers: InputIdentifiers) => Promise<void>;

/** The identifiers in a mutation's input, by field. A REST request has them in its path. */
export type InputIdentifiers = Readonly<Record<string, string | undefined>>;

/** What a module declares; the `index.ts` of each module exports one. */
export interface CatalogModule {
  readonly name: string;
  readonly entities: readonly EntityClass<object>[];
  readonly resolvers: readonly ClassType[];
  /** The sources of the types that `node` finds. */
  readonly sources: readonly TypeSource<Node>[];
  /** How `node` finds the objects of types that have no table, by type name. */
  readonly nodes?: Readonly<Record<string, FindNode>>;
  /** The fields of the query type that read a source. */
  readonly roots?: readonly Root[];
  /** The prechecks, by the name of the mutation. */
  readonly prechecks?: Readonly<Record<string, Precheck>>;
  readonly sections?: readonly Section[];
  readonly jobs?: readonly JobHandler[];
  /** Deletes what belongs to a dataset, in the transaction that deletes the dataset. */
  readonly onDatasetDeleted?: DatasetHook;
  /** Completes the restoration of a deleted dataset, in the transaction that has inserted its rows again. */
  readonly onDatasetRestored?: DatasetHook;
  /** Removes a deleted user from what no foreign key reaches, in the transaction that deletes the user. */
  readonly onUserDeleted?: UserHook;
  /** Called in every transaction that changes what readers see of a dataset: publication, security, published metadata or fields. */
  readonly onPublicationChanged?: DatasetHook;
  /** Called in every transaction that changes a custom metadata template: which of its fields there are, and who sees their values. */
  readonly onTemplateChanged?: TemplateHook;
  /** The columns with encrypted texts. They are encrypted again when the key changes. */
  readonly encryptedColumns?: readonly EncryptedColumn[];
  /** Prepares stored rows before the service accepts requests. */
  readonly prepare?: Prepare;
  /** Queries that return, as their one column, the uids of all connections that the module's rows refer to. */
  readonly connectionReferences?: readonly Sql[];
  /** Queries that return, as their one column, the keys of all blobs that the module's rows refer to. */
  readonly blobReferences?: readonly Sql[];
}

/** Combines what the modules declare. */
export const createRegistry = (modules: readonly CatalogModule[]): Registry => ({
  sections: sectionsByName(modules.flatMap(({ sections = [] }) => sections)),
  onDatasetDeleted: modules.flatMap(({ onDatasetDeleted }) => onDatasetDeleted ?? []),
  onDatasetRestored: modules.flatMap(({ onDatasetRestored }) => onDatasetRestored ?? []),
  onUserDeleted: modules.flatMap(({ onUserDeleted }) => onUserDeleted ?? []),
  onPublicationChanged: modules.flatMap(({ onPublicationChanged }) => onPublicationChanged ?? []),
  onTemplateChanged: modules.flatMap(({ onTemplateChanged }) => onTemplateChanged ?? []),
  blobReferences: modules.flatMap(({ blobReferences = [] }) => blobReferences),
  connectionReferences: modules.flatMap(({ connectionReferences = [] }) => connectionReferences),
  encryptedColumns: modules.flatMap(({ encryptedColumns = [] }) => encryptedColumns),
  nodes: new Map(modules.flatMap(({ nodes = {} }) => Object.entries(nodes))),
  sources: new Map(modules.flatMap(({ sources }) => sources.map((source) => [source.type, source] as const))),
});

/** Declares a section with typed snapshots. The cast is safe, because a section receives only snapshots that its own `capture` made. */
export const section = <Snapshot>(declaration: Section<Snapshot>): Section => declaration as Section;

/** The sections by name, in the order of `sectionNames`. */
const sectionsByName = (sections: readonly Section[]): Sections =>
  new Map(
    sections
      .toSorted((one, other) => sectionNames.indexOf(one.name) - sectionNames.indexOf(other.name))
      .map((section) => [section.name, section]),
  );
