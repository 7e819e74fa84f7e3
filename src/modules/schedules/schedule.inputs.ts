import { Field, ID, InputType, Int } from 'type-graphql';

@InputType({ description: 'A schedule to be created.' })
export class CreateScheduleInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, {
    description: 'The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of a schedule; what is left out is kept.' })
export class UpdateScheduleInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The schedule's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'Other times; cannot be cleared.' })
  cronSchedule?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A schedule to be deleted.' })
export class DeleteScheduleInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The schedule's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A schedule that a dataset shall have.' })
export class DesiredScheduleInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Which of its schedules this is. Without a uid it goes on one of the same times, or is new.',
  })
  uid?: string | null;

  @Field(() => String, {
    description: 'The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;
}
