import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import type { JobStatus } from '#platform/job-queue.ts';

/** The status of a job, as the graph's enum. */
export const jobStatusEnum: { readonly [Status in JobStatus]: Status } = {
  waiting: 'waiting',
  running: 'running',
  failed: 'failed',
};
registerEnumType(jobStatusEnum, {
  name: 'JobStatus',
  description: 'The status of a job that has not ended.',
  valuesConfig: {
    waiting: { description: 'No attempt was made. The job waits for a worker, or for its time.' },
    running: { description: 'A worker runs the job.' },
    failed: { description: 'The last attempt failed or was interrupted. Another one follows at `dueAt`.' },
  },
});

@ObjectType({
  implements: Node,
  description: 'Work that the service does in the background, until it has ended.',
})
export class Job extends Node {
  @Field(() => ID, { description: 'Identifies the job.' })
  uid!: string;

  @Field(() => String, {
    description: 'The queue, such as `publication` or `harvests`; the others clean up, sum up, or send mail.',
  })
  kind!: string;

  @Field(() => jobStatusEnum, { description: 'The status.' })
  status!: JobStatus;

  @Field(() => ID, { nullable: true, description: 'The uid of the dataset that the job is about.' })
  datasetUid!: string | null;

  @Field(() => ID, { nullable: true, description: 'The uid of the harvester that the job is about.' })
  harvesterUid!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The identifier of that dataset, or the name of that harvester; null for other jobs.',
  })
  subject!: string | null;

  @Field(() => String, { nullable: true, description: 'The username of the user for whom the job runs.' })
  requestedBy!: string | null;

  @Field(() => DateTime, { description: 'When the job was requested.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When the last attempt began; null before the first.' })
  startedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the next attempt may begin; null while the job runs.' })
  dueAt!: string | null;

  @Field(() => Int, { description: 'How many attempts have begun.' })
  attemptCount!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the last attempt did not end, in English, without secrets; 500 characters at most. Null where none failed.',
  })
  message!: string | null;
}

@ObjectType({ description: 'A page of a list of jobs.' })
export class JobConnection extends ConnectionTypeOf(Job, 'Job') {}

@InputType({ description: 'Which jobs; all conditions must hold.' })
export class JobFilter {
  @Field(() => jobStatusEnum, { nullable: true, description: 'The status.' })
  status?: JobStatus | null;

  @Field(() => String, { nullable: true, description: 'The kind.' })
  kind?: string | null;
}

/** Which jobs are listed. */
@ArgsType()
export class JobArgs {
  @Field(() => JobFilter, { nullable: true, description: 'Which jobs.' })
  filter?: JobFilter | null;
}

@InputType({ description: 'The job to start soon.' })
export class RetryJobInput {
  @Field(() => ID, { description: "The job's uid." })
  uid!: string;
}

@ObjectType({ description: 'A job after a change.' })
export class JobPayload {
  @ChangedObject(JobConnection, 'jobs', 'The job; null when it has ended in the meantime.')
  job!: Job | null;
}
