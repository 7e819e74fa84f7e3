import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { datasetPartPayload } from '#datasets/index.ts';
import { archiveFeedback, submitFeedback } from './feedback.service.ts';
import { ArchiveFeedbackInput, SubmitFeedbackInput } from './feedback.inputs.ts';
import { feedbacks } from './feedback.source.ts';
import { Feedback, FeedbackPayload, SubmitFeedbackPayload } from './feedback.type.ts';

@Resolver(() => Feedback)
export class FeedbackResolver {
  @Mutation(() => SubmitFeedbackPayload, {
    description:
      'Sends feedback, with a key, on a dataset whose data the caller sees; the portal and the dataset must accept feedback.',
  })
  @Declares({ needs: null, fails: ['NOT_FOUND', 'FEEDBACK_DISABLED'] })
  @TakesInput(() => SubmitFeedbackInput, 'The feedback.')
  async submitFeedback(input: SubmitFeedbackInput, ctx: RequestContext) {
    return lazyObject(feedbackPayload(ctx, await submitFeedback(ctx, input)));
  }

  @Mutation(() => FeedbackPayload, {
    description: 'Archives feedback; the filter `isArchived: false` no longer finds it.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => ArchiveFeedbackInput, 'The object to act on.')
  async archiveFeedback(input: ArchiveFeedbackInput, ctx: RequestContext) {
    return lazyObject({
      ...feedbackPayload(ctx, await archiveFeedback(ctx, input)),
      ...datasetPartPayload(ctx, input.datasetUid),
    });
  }
}

const feedbackPayload = (ctx: RequestContext, uid: string) => ({
  feedback: lazyRow(ctx, feedbacks, { uid }),
  feedbackEdge: lazyEdge(ctx, feedbacks, { uid }),
});
