import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { DateTime } from '../../api/types/scalars.ts';
import { DatasetPayload } from '../datasets/index.ts';

@ObjectType({
  implements: Node,
  description:
    'When a published dataset is published again by itself, as the user who created the schedule, within what their key allowed then; that the key is revoked does not end it. A run is skipped where that user may not publish by then, or other work on the dataset is not done; runs missed are made up for by one.',
})
export class Schedule extends Node {
  @Field(() => ID, { description: 'Identifies the schedule.' })
  uid!: string;

  @Field(() => String, {
    description: 'The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it runs next; null while it does not: the dataset is not published, or its creator is gone.',
  })
  nextRunAt!: string | null;
}

@ObjectType({ description: 'A page of a list of schedules.' })
export class ScheduleConnection extends ConnectionOf(Schedule, 'Schedule') {}

@ObjectType({ description: 'A schedule after a change, and its dataset.' })
export class SchedulePayload extends DatasetPayload {
  @Field(() => Schedule, {
    nullable: true,
    description: 'The schedule; null when the change took your right to read it.',
  })
  schedule!: Schedule | null;
}

@ObjectType({ description: 'A schedule that is gone, and its dataset.' })
export class DeleteSchedulePayload extends DatasetPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}
