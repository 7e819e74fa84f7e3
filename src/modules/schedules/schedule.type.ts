import { Field, ID, ObjectType } from 'type-graphql';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import { DeletedPartPayload, DatasetPartPayload } from '#datasets/index.ts';

@ObjectType({
  implements: Node,
  description:
    'Publishes a published dataset at fixed times, with the rights of its creator and the scopes of the key they used, even after that is revoked. A run is skipped while they may not publish or another publication is pending; one run makes up for several missed ones.',
})
export class Schedule extends Node {
  @Field(() => ID, { description: 'Identifies the schedule.' })
  uid!: string;

  @Field(() => String, {
    description: 'The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;

  @Field(() => DateTime, { description: 'When the schedule was created.' })
  createdAt!: string;

  @Field(() => Boolean, { description: 'Whether the schedule is paused: it publishes nothing until it goes on.' })
  isPaused!: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'The next run; null while the schedule is paused or the dataset is not published, and without the creator.',
  })
  nextRunAt!: string | null;
}

@ObjectType({ description: 'A page of a list of schedules.' })
export class ScheduleConnection extends ConnectionTypeOf(Schedule, 'Schedule') {}

@ObjectType({ description: 'A schedule after a change, and its dataset.' })
export class SchedulePayload extends DatasetPartPayload {
  @ChangedObject(ScheduleConnection, 'schedules', 'The schedule; null if the change removed your right to read it.')
  schedule!: Schedule | null;
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted schedule, and its dataset.' })
export class DeleteSchedulePayload extends DeletedPartPayload {}
