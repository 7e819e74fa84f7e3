import type { EntityClass } from '@mikro-orm/core';
import type { ClassType } from 'type-graphql';
import type { Platform } from './platform.ts';
import type { Node } from './node/node.type.ts';
import type { Root } from './reading/root.ts';
import type { TypeSource } from './reading/type-source.ts';
import type { DatasetDeleted, Registry, RequestContext, Section, Sections } from './context.ts';
import { sectionNames } from './sections/section-name.ts';
import type { Sql } from '../kernel/sql.ts';
import type { Job, WorkSettings } from '../platform/jobs/job-queue.ts';

/** A queue of jobs and what is done with each. The context speaks for nobody; a job that acts for a user looks the user up. */
export interface JobHandler extends WorkSettings {
  readonly queue: string;
  readonly run: (ctx: RequestContext, job: Job) => Promise<void>;
}

/** Called after the migrations, before anybody is answered; at every start, and by several processes at a time. Fails SetupError. */
export type Prepare = (app: Pick<Platform, 'db' | 'secrets' | 'storage' | 'config' | 'log'>) => Promise<void>;

/**
 * The checks of a mutation that need only the objects its input names, not the content: existence, rights, limits. The mutation
 * makes them as well; a client inside the process asks for them before it receives a body.
 */
export type Admission = (ctx: RequestContext, names: AdmissionNames) => Promise<void>;

/** The identifiers of an input, as the address of a request gives them. */
export type AdmissionNames = Readonly<Record<string, string | undefined>>;

/** What a noun of the specification brings into the service; its `index.ts` exports one. */
export interface CatalogModule {
  readonly name: string;
  readonly entities: readonly EntityClass<object>[];
  readonly resolvers: readonly ClassType[];
  /** What `node` finds by an identifier. */
  readonly sources: readonly TypeSource<Node>[];
  /** The fields of the query type that read a source. */
  readonly roots?: readonly Root[];
  /** The admissions of mutations, by the name of the mutation. */
  readonly admissions?: Readonly<Record<string, Admission>>;
  readonly sections?: readonly Section[];
  readonly jobs?: readonly JobHandler[];
  /** What else goes with a dataset, in the transaction that deletes it. */
  readonly datasetDeleted?: DatasetDeleted;
  /** What has to be done with stored rows before the service answers. */
  readonly prepare?: Prepare;
  /** Queries that answer, as their one column, the uids of all connections that the module's rows refer to. */
  readonly connectionReferences?: readonly Sql[];
  /** Queries that answer, as their one column, the keys of all stored bytes that the module's rows refer to. */
  readonly contentReferences?: readonly Sql[];
}

/** Combines what the modules declare. */
export const registryOf = (modules: readonly CatalogModule[]): Registry => ({
  sections: sectionsByName(modules.flatMap(({ sections = [] }) => sections)),
  datasetDeleted: modules.flatMap(({ datasetDeleted }) => datasetDeleted ?? []),
  contentReferences: modules.flatMap(({ contentReferences = [] }) => contentReferences),
  connectionReferences: modules.flatMap(({ connectionReferences = [] }) => connectionReferences),
  sources: new Map(modules.flatMap(({ sources }) => sources.map((source) => [source.type, source] as const))),
});

/** Declares a section whose contents have a type: they are what its own `capture` answers. */
export const section = <Content>(declaration: Section<Content>): Section => declaration as Section;

/** The sections by their names, in the order of the names' list. */
const sectionsByName = (sections: readonly Section[]): Sections =>
  new Map(
    sections
      .toSorted((one, other) => sectionNames.indexOf(one.name) - sectionNames.indexOf(other.name))
      .map((each) => [each.name, each]),
  );
