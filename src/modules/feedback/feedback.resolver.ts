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
      "Sends feedback on a dataset; needs a key that may read the dataset's data, and feedback enabled on the portal and the dataset.",
  })
  @TakesInput(() => SubmitFeedbackInput, 'The feedback.')
  async submitFeedback(input: SubmitFeedbackInput, ctx: RequestContext) {
    return lazyObject(feedbackPayload(ctx, await submitFeedback(ctx, input)));
  }

  @Mutation(() => FeedbackPayload, {
    description: 'Archives feedback; lists no longer include it. Needs the right to edit the dataset.',
  })
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
