import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadByArgument, loadOne, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { CatalogDataset, datasetPartPayload, Dataset } from '#datasets/index.ts';
import { RelatedUser } from '#identity/index.ts';
import { archiveFeedback, submitFeedback } from './feedback.service.ts';
import { ArchiveFeedbackInput, SubmitFeedbackInput } from './feedback.inputs.ts';
import {
  feedbackOfDataset,
  feedbacks,
  feedbacksOfCatalogDataset,
  feedbacksOfDataset,
  suggestedValuesOfFeedback,
  userOfFeedback,
} from './feedback.source.ts';
import {
  Feedback,
  FeedbackArgs,
  FeedbackConnection,
  FeedbackPayload,
  SubmitFeedbackPayload,
  SuggestedValue,
} from './feedback.type.ts';

@Resolver(() => Feedback)
export class FeedbackResolver {
  @FieldResolver(() => RelatedUser, { description: 'The user who sent the feedback.' })
  user(@Root() feedback: Row<Feedback>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, userOfFeedback, feedback);
  }

  @FieldResolver(() => [SuggestedValue], { description: 'The values that the user suggests: `values` with types.' })
  suggestedValues(@Root() feedback: Row<Feedback>) {
    return suggestedValuesOfFeedback(feedback, {});
  }

  @Mutation(() => SubmitFeedbackPayload, {
    description:
      "Sends feedback on a dataset; needs a key that may read the dataset's data, and feedback enabled on the portal and the dataset.",
  })
  async submitFeedback(
    @Arg('input', () => SubmitFeedbackInput, { description: 'The feedback.' }) input: SubmitFeedbackInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(feedbackPayload(ctx, await submitFeedback(ctx, input)));
  }

  @Mutation(() => FeedbackPayload, {
    description: 'Archives feedback; lists no longer include it. Needs the right to edit the dataset.',
  })
  async archiveFeedback(
    @Arg('input', () => ArchiveFeedbackInput, { description: 'The object to act on.' }) input: ArchiveFeedbackInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject({
      ...feedbackPayload(ctx, await archiveFeedback(ctx, input)),
      ...datasetPartPayload(ctx, input.datasetUid),
    });
  }
}

@Resolver(() => Dataset)
export class DatasetFeedbackResolver {
  @FieldResolver(() => FeedbackConnection, {
    description: 'Feedback on the dataset. Without the right to edit the dataset, you see only your own feedback.',
  })
  feedbacks(
    @Root() dataset: Row<Dataset>,
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => FeedbackArgs) { recordId, isArchived, sort }: FeedbackArgs,
    @Ctx() ctx: RequestContext,
  ) {
    return loadPage(ctx, feedbacksOfDataset, dataset, page, { recordId, isArchived, sort });
  }

  @FieldResolver(() => Feedback, {
    nullable: true,
    description: 'The feedback with this uid; null when none is visible to you.',
  })
  feedback(
    @Root() dataset: Row<Dataset>,
    @Arg('uid', () => ID, { description: 'The uid of the feedback.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadByArgument(ctx, feedbackOfDataset, dataset, uid);
  }
}

@Resolver(() => CatalogDataset)
export class CatalogFeedbackResolver {
  @FieldResolver(() => FeedbackConnection, {
    description: 'Your feedback on the dataset, the newest first, archived or not.',
  })
  feedbacks(@Root() dataset: Row<CatalogDataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, feedbacksOfCatalogDataset, dataset, page);
  }
}

const feedbackPayload = (ctx: RequestContext, uid: string) => ({
  feedback: lazyRow(ctx, feedbacks, { uid }),
  feedbackEdge: lazyEdge(ctx, feedbacks, { uid }),
});
