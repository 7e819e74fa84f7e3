import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { ForRest } from '#api/for-rest.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyRow } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { JsonValue } from '#api/types/scalars.ts';
import {
  approveRevision,
  approveSubmission,
  deleteSubmission,
  rejectRevision,
  rejectSubmission,
} from './moderation.service.ts';
import { ApproveSubmissionInput, ModerationInput, RejectSubmissionInput, RevisionInput } from './submission.inputs.ts';
import { submissions } from './submission.source.ts';
import { DeleteSubmissionPayload, ModerationPayload, Submission, SubmissionTable } from './submission.type.ts';
import { loadSubmissionTable, readCells } from './submission-records.ts';

/** The mutations of moderators. */
@Resolver(() => Submission)
export class ModerationResolver {
  @ForRest()
  @Query(() => SubmissionTable, {
    nullable: true,
    description:
      'The submissions to a form as a table; null when there is no such form. Needs `moderate_form`, else null with an error.',
  })
  submissionTable(
    @Arg('formSlug', () => ID, { description: 'The slug of the form.' }) formSlug: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadSubmissionTable(ctx, formSlug);
  }

  @ForRest()
  @FieldResolver(() => [JsonValue], {
    nullable: 'items',
    description: "The values in the columns of the form's table; null for an empty cell.",
  })
  cells(@Root() submission: Row<Submission>, @Ctx() ctx: RequestContext) {
    return readCells(ctx, submission);
  }

  @Mutation(() => ModerationPayload, {
    description:
      'Approves a submission. A rejected submission must fit into the quota again, and its unique answers must still be unique.',
  })
  @Declares({ needs: 'moderate_form', fails: ['NOT_FOUND', 'INVALID_SUBMISSION_STATUS', 'SUBMISSIONS_QUOTA_REACHED'] })
  @TakesInput(() => ApproveSubmissionInput, 'The object to act on.')
  async approveSubmission(input: ApproveSubmissionInput, ctx: RequestContext) {
    return moderationPayload(ctx, await approveSubmission(ctx, input));
  }

  @Mutation(() => ModerationPayload, {
    description: 'Rejects a submission, which no longer counts towards the quota.',
  })
  @Declares({ needs: 'moderate_form', fails: ['NOT_FOUND', 'INVALID_SUBMISSION_STATUS'] })
  @TakesInput(() => RejectSubmissionInput, 'The submission and the reason.')
  async rejectSubmission(input: RejectSubmissionInput, ctx: RequestContext) {
    return moderationPayload(ctx, await rejectSubmission(ctx, input));
  }

  @Mutation(() => DeleteSubmissionPayload, {
    description: 'Deletes a submission with its images.',
  })
  @Declares({ needs: 'moderate_form', fails: ['NOT_FOUND'] })
  @TakesInput(() => ModerationInput, 'The object to act on.')
  async deleteSubmission(input: ModerationInput, ctx: RequestContext) {
    return deletionPayload('Submission', await deleteSubmission(ctx, input));
  }

  @Mutation(() => ModerationPayload, {
    description: 'Applies the pending change to its submission, whose status stays.',
  })
  @Declares({ needs: 'moderate_form', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'NO_REVISION'] })
  @TakesInput(() => RevisionInput, 'The object to act on.')
  async approveRevision(input: RevisionInput, ctx: RequestContext) {
    return moderationPayload(ctx, await approveRevision(ctx, input));
  }

  @Mutation(() => ModerationPayload, {
    description: 'Discards the pending change; the submission stays as it is.',
  })
  @Declares({ needs: 'moderate_form', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'NO_REVISION'] })
  @TakesInput(() => RevisionInput, 'The object to act on.')
  async rejectRevision(input: RevisionInput, ctx: RequestContext) {
    return moderationPayload(ctx, await rejectRevision(ctx, input));
  }
}

const moderationPayload = (ctx: RequestContext, uid: string) =>
  lazyObject({ submission: lazyRow(ctx, submissions, { uid }) });
