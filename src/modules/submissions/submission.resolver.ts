import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Arg, ID, Mutation, Resolver, Root, type SubscribeResolverData, Subscription } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { updateSubmission, type SubmissionResult, submitForm } from './submissions.service.ts';
import { UpdateSubmissionInput, SubmitFormInput } from './submission.inputs.ts';
import { submissions } from './submission.source.ts';
import { Submission, SubmissionPayload, SubmissionReceipt } from './submission.type.ts';
import type { StreamContext } from '#api/streams.ts';
import { followSubmissions } from './moderation.service.ts';

@Resolver(() => Submission)
export class SubmissionResolver {
  @Mutation(() => SubmissionPayload, {
    description: 'Submits to a published form: an open form takes submissions without a key, all others with one.',
  })
  @Declares({
    needs: 'submit_private_form for a restricted form',
    fails: ['NOT_FOUND', 'SUBMISSIONS_QUOTA_REACHED', 'RECAPTCHA_UNAVAILABLE'],
  })
  @TakesInput(() => SubmitFormInput, 'The answers.')
  async submitForm(input: SubmitFormInput, ctx: RequestContext) {
    return payloadOf(ctx, await submitForm(ctx, input));
  }

  @Mutation(() => SubmissionPayload, {
    description:
      'Changes your submission, or with `moderate_form` any submission, when the form allows editing. On a moderated form the change is pending until a moderator approves it, and it replaces your earlier pending change.',
  })
  @Declares({
    needs: 'moderate_form for submissions of others',
    fails: ['NOT_FOUND', 'EDITING_DISABLED', 'CHANGE_PENDING'],
  })
  @TakesInput(() => UpdateSubmissionInput, 'The answers, which replace the previous ones.')
  async updateSubmission(input: UpdateSubmissionInput, ctx: RequestContext) {
    return payloadOf(ctx, await updateSubmission(ctx, input));
  }
}

const payloadOf = (ctx: RequestContext, outcome: SubmissionResult) =>
  'errors' in outcome
    ? { isValid: false, errors: outcome.errors, submission: null }
    : lazyObject({
        isValid: () => true,
        errors: () => [],
        submission: lazyRow(ctx, submissions, { uid: outcome.uid }),
        submissionEdge: lazyEdge(ctx, submissions, { uid: outcome.uid }),
      });

type SubmissionSubscription = SubscribeResolverData<unknown, { readonly formSlug: string }, StreamContext>;

@Resolver()
export class SubmissionStreamsResolver {
  @Subscription(() => SubmissionReceipt, {
    subscribe: ({ args, context }: SubmissionSubscription) => followSubmissions(context, args.formSlug),
    description:
      'The submissions that a form receives, for callers with `moderate_form`. The first event has none. Fails with NOT_FOUND; ends with EVENTS_MISSED where events are lost: then subscribe again and read the submissions.',
  })
  submissionReceived(
    @Root() receipt: SubmissionReceipt,
    @Arg('formSlug', () => ID, { description: 'The slug of the form.' }) _formSlug: string,
  ) {
    return receipt;
  }
}
