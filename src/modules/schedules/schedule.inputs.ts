import { Field, ID, InputType, Int } from 'type-graphql';

@InputType({ description: 'A new schedule.' })
export class CreateScheduleInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, {
    description: 'The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of a schedule; missing fields are kept.' })
export class UpdateScheduleInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The schedule's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'The new times; null is not allowed.' })
  cronSchedule?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'The schedule to delete.' })
export class DeleteScheduleInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The schedule's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that you read. The mutation fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A desired schedule of a dataset.' })
export class DesiredScheduleInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The uid of an existing schedule. Without a uid, the input updates a schedule with the same times, or creates a new one.',
  })
  uid?: string | null;

  @Field(() => String, {
    description: 'The times in UTC, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;
}
