import { Field, ID, InputType, Int } from 'type-graphql';
import { DatasetPartInput, expectedRevision } from '#api/types/change.inputs.ts';

@InputType({ description: 'A new schedule.' })
export class CreateScheduleInput extends DatasetPartInput {
  @Field(() => String, {
    description: 'The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the schedule is paused. Default: false.',
  })
  isPaused?: boolean | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of a schedule; missing fields are kept.' })
export class UpdateScheduleInput extends DatasetPartInput {
  @Field(() => ID, { description: "The schedule's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'The new times; null is not allowed.' })
  cronSchedule?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the schedule is paused. Null means false.',
  })
  isPaused?: boolean | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'The schedule to delete.' })
export class DeleteScheduleInput extends DatasetPartInput {
  @Field(() => ID, { description: "The schedule's uid." })
  uid!: string;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'A desired schedule of a dataset.' })
export class DesiredScheduleInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The schedule to update. Without a uid: one with the same times, else a new one.',
  })
  uid?: string | null;

  @Field(() => String, {
    description: 'The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the schedule is paused. Default: as it is; a new one is not.',
  })
  isPaused?: boolean | null;
}
