import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Declares } from '#api/errors/declares.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Job, JobArgs, JobConnection, JobPayload, RetryJobInput } from './job.type.ts';
import { jobPayload, pageOfJobs, retryJob } from './jobs.service.ts';

@Resolver(() => Job)
export class JobResolver {
  @Query(() => JobConnection, {
    nullable: true,
    description:
      'The jobs that run, have failed, and wait, in this order, at most 1000 of each status. Needs `administer`, else null with an error.',
  })
  jobs(@Args(() => PageArgs) page: PageArgs, @Args(() => JobArgs) { filter }: JobArgs, @Ctx() ctx: RequestContext) {
    return pageOfJobs(ctx, page, filter ?? {});
  }

  @Mutation(() => JobPayload, {
    description:
      'Has a failed or waiting job begin its next attempt as soon as a worker is free. A running job stays as it is.',
  })
  @Declares({ needs: 'administer', fails: ['NOT_FOUND'] })
  @TakesInput(() => RetryJobInput, 'The job.')
  async retryJob(input: RetryJobInput, ctx: RequestContext) {
    return jobPayload(ctx, await retryJob(ctx, input));
  }
}
