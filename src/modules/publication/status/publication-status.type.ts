import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { DatasetStatus } from '#datasets/index.ts';
import type { RecordsError as RecordsErrorRow } from '../records/progress.ts';

const states: Readonly<Record<DatasetStatus, DatasetStatus>> = {
  idle: 'idle',
  error: 'error',
  limit_reached: 'limit_reached',
  queued: 'queued',
  processing: 'processing',
  aborting_processing: 'aborting_processing',
  deleting: 'deleting',
  saving_version: 'saving_version',
};
registerEnumType(states, {
  name: 'DatasetStatus',
  description: "The state of a dataset's publication. A publication can be requested in idle, error and limit_reached.",
  valuesConfig: {
    idle: { description: 'No publication is pending.' },
    error: {
      description:
        'The last publication failed for the reason in the message; the result of the previous publication is still visible.',
    },
    limit_reached: { description: 'The records up to a limit are published; `params.error` names the limit.' },
    queued: { description: 'A publication waits for a worker.' },
    processing: { description: 'Records are being written.' },
    aborting_processing: { description: 'The writing of records is being stopped.' },
    deleting: { description: 'The dataset is being unpublished.' },
    saving_version: { description: 'The metadata is being published.' },
  },
});

@ObjectType({ description: 'An error of one record; the record is published without the value in question.' })
export class RecordsError implements RecordsErrorRow {
  @Field(() => String, { description: 'The position of the record among the written ones, from 0.' })
  recordId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The technical name of the field; null when the error does not concern a single field.',
  })
  fieldUid!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The processor that failed; null when the value does not fit the field's type.",
  })
  processorUid!: string | null;

  @Field(() => String, { description: 'A message for people that says what is wrong.' })
  message!: string;
}

@ObjectType({ description: "The state of a dataset's publication." })
export class PublicationStatus {
  @Field(() => ID, {
    description:
      'The global identifier of the status, by which client caches merge query and subscription results. Opaque; `node(id)` does not take it.',
  })
  id!: string;

  @Field(() => states, { description: 'The state.' })
  status!: DatasetStatus;

  @Field(() => states, { nullable: true, description: 'The previous state; null before the first publication.' })
  previous!: DatasetStatus | null;

  @Field(() => states, {
    nullable: true,
    description: 'The next state if nothing fails; null when no publication is pending.',
  })
  next!: DatasetStatus | null;

  @Field(() => DateTime, { description: 'When the state began.' })
  since!: string;

  @Field(() => Boolean, { description: 'Whether the dataset is published.' })
  isPublished!: boolean;

  @Field(() => String, { nullable: true, description: 'A message for a person, such as the reason of an error.' })
  message!: string | null;

  @Field(() => [RecordsError], {
    description:
      'The first errors of single records in the last publication, 100 at most; `params.record_errors` counts all errors.',
  })
  recordsErrors!: readonly RecordsError[];

  @Field(() => JsonMap, {
    description: [
      'Details of the state. While records are written: `rows_read`, `rows_written`, `record_errors`, `bytes_read`, and if the current source reports its',
      'size, `percent`: how much of all sources has been read, where every source counts the same. The counters restart when a later value widens',
      'the type of a field. After a run with record errors: `record_errors`, and `lost_values`: for each field the number of values that do not fit its type.',
    ].join(' '),
  })
  params!: JsonObject;
}
