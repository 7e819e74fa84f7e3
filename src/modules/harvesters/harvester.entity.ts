import { defineEntity, p } from '@mikro-orm/core';
import type { StoredScope } from '#api/session.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import { createStateMachine } from '#kernel/state-machine.ts';
import { UserEntity } from '#identity/index.ts';

/** The states of a harvester and their transitions (docs/contract/administration.md 10). */
export const harvesterStatus = createStateMachine(
  {
    new: { start: 'queued', delete: 'deleting' },
    idle: { start: 'queued', delete: 'deleting' },
    queued: { process: 'processing', abort: 'aborting', done: 'idle', delete: 'deleting' },
    processing: { process: 'processing', abort: 'aborting', done: 'idle', delete: 'deleting' },
    aborting: { done: 'idle', delete: 'deleting' },
    deleting: {},
  },
  'INVALID_HARVESTER_STATUS',
);

/** A state of a harvester. */
export type HarvesterStatus = (typeof harvesterStatus.states)[number];

/** A list with its validators, and when and with which configuration it was read. */
export interface StoredList {
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly readAt: string;
  /** `updatedAt` of the harvester. */
  readonly configuredAt: string;
}

/** Reads the list of another portal into datasets of this one. The run that is under way, or the last one, is part of it. */
const harvesterSchema = defineEntity({
  name: 'Harvester',
  tableName: 'harvester',
  properties: {
    /** A slug of the name. */
    uid: p.string().primary(),
    type: p.text(),
    name: p.text(),
    /** The settings of the type; a secret is null where one is stored, and empty otherwise. */
    settings: p.json<JsonObject>(),
    /** The encrypted secrets; null when there are none. */
    secrets: p.text().nullable(),
    isRestrictingDatasets: p.boolean().default(false),
    isDeletingMissingDatasets: p.boolean().default(false),
    /** The values that every dataset gets, by template and field. */
    forcedMetadata: p.json<JsonObject>().defaultRaw(`'{}'`),
    status: p.string().$type<HarvesterStatus>().default('new'),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    updatedBy: () => p.manyToOne(UserEntity).joinColumn('updated_by').nullable().deleteRule('set null').index(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    /** How often its configuration was changed. */
    revision: p.integer().default(1),
    lastStartedAt: p.datetime().nullable(),
    lastSuccessAt: p.datetime().nullable(),
    /** The current or last run; null before the first. */
    runId: p.uuid().nullable(),
    /** With whose rights it runs, and the scopes that limit them. */
    requestedBy: p.string().nullable(),
    requestScopes: p.array().$type<StoredScope[]>().columnType('text[]').defaultRaw(`'{}'`),
    /** Whether it may delete more than a third of the datasets. */
    isDeletionConfirmed: p.boolean().default(false),
    attempts: p.integer().default(0),
    /** The fencing token of the attempt that may write. */
    leaseId: p.uuid().nullable(),
    /** Why the source could not be read; null when it was. */
    error: p.text().nullable(),
    remoteDatasetCount: p.integer().default(0),
    /** How many datasets wait for a confirmation of their deletion. */
    heldDeletionCount: p.integer().default(0),
    /** The list that the last run has read whole and taken over without a message; null where there is none. */
    list: p.json<StoredList>().nullable(),
  },
  indexes: [{ properties: ['createdAt', 'uid'] }],
});
export class HarvesterEntity extends harvesterSchema.class {}
harvesterSchema.setClass(HarvesterEntity);

/** What the last run that met a remote dataset made of it. */
export const harvestOutcomes = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  failed: 'failed',
  missing: 'missing',
  deleted: 'deleted',
} as const;
export type HarvestOutcome = keyof typeof harvestOutcomes;

/** The parts of a dataset that a harvester made, by the address that they come from. */
export type HarvestedParts = {
  readonly resources: Readonly<Record<string, string>>;
  readonly attachments: Readonly<Record<string, string>>;
};

/** What the last run changed in a dataset: a field of its metadata, as `template.field`; `resources`, `attachments` or `fields`; the `datasetId` of a new one. */
export type HarvestedDifference = {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
};

/** A remote dataset, the dataset that was made of it, and what became of it. */
const harvestedSchema = defineEntity({
  name: 'HarvestedDataset',
  tableName: 'harvested_dataset',
  properties: {
    /** The harvester and the identifier at the source. */
    key: p.text().primary(),
    harvester: () => p.manyToOne(HarvesterEntity).joinColumn('harvester_uid').deleteRule('cascade'),
    remoteId: p.text(),
    title: p.text().default(''),
    /** Null without a dataset. Without a foreign key: a dataset that was deleted by hand is made again. */
    datasetUid: p.string().nullable().index(),
    /** What was applied: the version at the source and the settings; null where something is missing. */
    version: p.text().nullable(),
    parts: p.json<HarvestedParts>().defaultRaw(`'{"resources": {}, "attachments": {}}'`),
    runId: p.uuid(),
    outcome: p.string().$type<HarvestOutcome>(),
    error: p.text().nullable(),
    changes: p.json<HarvestedDifference[]>().defaultRaw(`'[]'`),
    /** How many changes there were; `changes` may have less. */
    changeCount: p.integer().default(0),
    /** Whether the published dataset must be published again, once its status allows it. */
    isPublicationDue: p.boolean().default(false),
    harvestedAt: p.datetime(),
  },
  indexes: [{ properties: ['harvester', 'remoteId'] }],
});
export class HarvestedDatasetEntity extends harvestedSchema.class {}
harvestedSchema.setClass(HarvestedDatasetEntity);

/** When a harvester starts by itself. */
const scheduleSchema = defineEntity({
  name: 'HarvesterSchedule',
  tableName: 'harvester_schedule',
  properties: {
    uid: p.string().primary(),
    harvester: () => p.oneToOne(HarvesterEntity).joinColumn('harvester_uid').deleteRule('cascade'),
    cronSchedule: p.text(),
    timezone: p.text(),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    /** The scopes of the key that created it. */
    scopes: p.array().$type<StoredScope[]>().columnType('text[]'),
    createdAt: p.datetime(),
    nextRunAt: p.datetime().index(),
  },
});
export class HarvesterScheduleEntity extends scheduleSchema.class {}
scheduleSchema.setClass(HarvesterScheduleEntity);
