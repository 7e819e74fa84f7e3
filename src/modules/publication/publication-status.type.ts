import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime, JsonMap } from '../../api/types/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { DatasetStatus } from '../datasets/index.ts';
import type { RecordsError as RecordsErrorRow } from './progress.ts';

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
  description: 'Where the publication of a dataset stands. An order is taken in idle, error and limit_reached.',
  valuesConfig: {
    idle: { description: 'Nothing is to be done.' },
    error: { description: 'The last order failed, as the message says; what was published before still is.' },
    limit_reached: { description: 'The records up to a limit are published; `params.error` tells which limit.' },
    queued: { description: 'An order waits for a worker.' },
    processing: { description: 'Records are being written.' },
    aborting_processing: { description: 'The writing of records is being stopped.' },
    deleting: { description: 'The dataset is being unpublished.' },
    saving_version: { description: 'The metadata is being published.' },
  },
});

@ObjectType({ description: 'Something wrong with one record; the record is published nevertheless.' })
export class RecordsError implements RecordsErrorRow {
  @Field(() => String, { description: 'The record: its position among those written, from 0.' })
  recordId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The technical name of the field; null when it is not one field.',
  })
  fieldUid!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The processor that could not treat it; null when the value does not fit the field's type.",
  })
  processorUid!: string | null;

  @Field(() => String, { description: 'What is wrong, for people.' })
  message!: string;
}

@ObjectType({ description: 'Where the publication of a dataset stands.' })
export class PublicationStatus {
  @Field(() => ID, {
    description:
      'Identifies the status in the whole graph, for caches of clients: what a subscription tells takes the place of what was read. Opaque, and not for `node(id)`.',
  })
  id!: string;

  @Field(() => states, { description: 'The state.' })
  status!: DatasetStatus;

  @Field(() => states, { nullable: true, description: 'The state before; null as long as nothing was ever ordered.' })
  previous!: DatasetStatus | null;

  @Field(() => states, { nullable: true, description: 'The state to come when all goes well; null in a settled one.' })
  next!: DatasetStatus | null;

  @Field(() => DateTime, { description: 'When the state began.' })
  since!: string;

  @Field(() => Boolean, { description: 'Whether the dataset is published.' })
  isPublished!: boolean;

  @Field(() => String, { nullable: true, description: 'What a person should know, such as the reason of an error.' })
  message!: string | null;

  @Field(() => [RecordsError], {
    description:
      'The first errors of single records in the last publication, 100 at most; `params.record_errors` counts all.',
  })
  recordsErrors!: readonly RecordsError[];

  @Field(() => JsonMap, {
    description: [
      'More about the state. While records are written: `rows_read`, `rows_written`, `record_errors`, `bytes_read`, and where the source being read tells its',
      'size `percent`, how much of the sources is read, each an equal part. They count from the beginning again when a late value has widened',
      'the type of a field. Afterwards, where there were errors of records: `record_errors`, and by field `lost_values`, those that do not fit its type.',
    ].join(' '),
  })
  params!: JsonObject;
}
