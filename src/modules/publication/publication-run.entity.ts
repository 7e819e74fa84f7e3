import { defineEntity, p } from '@mikro-orm/core';
import { sql, type Sql } from '#kernel/sql.ts';
import { DatasetEntity, type DatasetMetadata } from '#datasets/index.ts';
import type { TransformConfiguration } from '#records/index.ts';
import type { CapturedResources } from '#resources/index.ts';
import type { Progress } from './progress.ts';

/** What a run does. */
export type RunKind = 'publish' | 'publish_metadata' | 'unpublish';

/** The parts of a dataset that a run needs, as their sections captured them. */
export interface RunConfiguration extends Partial<TransformConfiguration> {
  readonly resources?: CapturedResources;
  /** The last position in the log of pushed records. */
  readonly highWatermark?: number;
  /** Whether the dataset may lose all its records. */
  readonly acceptsEmpty?: boolean;
  /** Whether the result is published although a check would hold it back. */
  readonly acceptsResult?: boolean;
  /** Whether a schedule requested the run. */
  readonly isScheduled?: boolean;
  readonly metadata?: DatasetMetadata;
}

/** Why the last attempt was interrupted. */
export type Interruption = {
  /** A message for people; absent while an attempt runs. */
  readonly reason?: string;
  /** When the service was first unavailable for the run, as ISO 8601; absent if it never was. */
  readonly since?: string;
};

/** The pending or running publication of a dataset; deleted when it has finished. */
const publicationRunSchema = defineEntity({
  name: 'PublicationRun',
  tableName: 'publication_run',
  properties: {
    dataset: () => p.oneToOne(DatasetEntity).primary().joinColumn('dataset_uid').deleteRule('cascade'),
    id: p.uuid().unique(),
    kind: p.text().$type<RunKind>(),
    /** The dataset's configuration at the time of the request. */
    configuration: p.json<RunConfiguration>(),
    requestedBy: p.string().nullable(),
    requestedAt: p.datetime(),
    attempts: p.integer().default(0),
    /** Null unless an attempt was interrupted by an error. */
    interruption: p.json<Interruption>().nullable(),
    /** The fencing token of the attempt that may write. */
    leaseId: p.uuid().nullable(),
    /** The generation that the attempt writes. */
    generation: p.bigint('number').nullable(),
    /** The attempt's progress; null before its first write. */
    progress: p.json<Progress>().nullable(),
  },
});
export class PublicationRunEntity extends publicationRunSchema.class {}
publicationRunSchema.setClass(PublicationRunEntity);

/** The uids of all connections that unfinished runs refer to. */
export const connectionsOfRuns: Sql = sql`
  select resource -> 'datasource' -> 'connection' ->> 'uid'
  from publication_run r, jsonb_array_elements(r.configuration -> 'resources' -> 'resources') resource`;

/** The keys of all blobs that unfinished runs refer to. */
export const blobsOfRuns: Sql = sql`
  select file ->> 'blobKey' from publication_run r, jsonb_array_elements(r.configuration -> 'resources' -> 'files') file`;

/** How a dataset uses an upstream. */
export type UpstreamKind = 'join' | 'federation' | 'form';

/** A dataset or form that the published records of a dataset were made from. The current configuration may name other upstreams. */
const publishedUpstreamSchema = defineEntity({
  name: 'PublishedUpstream',
  tableName: 'published_upstream',
  properties: {
    dataset: () => p.manyToOne(DatasetEntity).primary().joinColumn('dataset_uid').deleteRule('cascade'),
    kind: p.text().$type<UpstreamKind>().primary(),
    /** The uid or identifier of the dataset, or the slug of the form. */
    name: p.text().primary().index(),
    /** The origin of the remote catalog; empty for this catalog. */
    origin: p.text().primary(),
  },
});
export class PublishedUpstreamEntity extends publishedUpstreamSchema.class {}
publishedUpstreamSchema.setClass(PublishedUpstreamEntity);
