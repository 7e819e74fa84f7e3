import {
  Arg,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  type SubscribeResolverData,
  Subscription,
} from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadOne } from '#api/reading/load.ts';
import { lazyEdge, lazyRow, readRoot } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { Form } from '#forms/index.ts';
import { RelatedUser } from '#identity/index.ts';
import { changeSubmission, type SubmissionResult, submitForm } from './submissions.service.ts';
import { ChangeSubmissionInput, SubmitFormInput } from './submission.inputs.ts';
import {
  quotaOfForm,
  reviserOfSubmission,
  submissionRoots,
  submissions,
  submitterOfSubmission,
} from './submission.source.ts';
import { FormQuota, Submission, SubmissionImage, SubmissionPayload, SubmissionReceipt } from './submission.type.ts';
import type { StreamContext } from '#api/streams.ts';
import { followSubmissions } from './moderation.service.ts';

@Resolver(() => Submission)
export class SubmissionResolver {
  @Query(() => Submission, {
    nullable: true,
    description:
      'The submission with this uid; null when you may not read it. You may read your own submissions, every submission with `moderate_form`, and an anonymous submission by its uid.',
  })
  submission(
    @Arg('formSlug', () => ID, { description: 'The slug of the form.' }) formSlug: string,
    @Arg('uid', () => ID, { description: 'The uid of the submission.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return readRoot(ctx, submissionRoots.submission, { formSlug, uid });
  }

  @Query(() => SubmissionImage, {
    nullable: true,
    description: 'An image of a submission; null when you may not read the submission or there is no such image.',
  })
  submissionImage(
    @Arg('formSlug', () => ID, { description: 'The slug of the form.' }) formSlug: string,
    @Arg('id', () => ID, { description: 'The identifier that the content of the submission refers to.' }) id: string,
    @Ctx() ctx: RequestContext,
  ) {
    return readRoot(ctx, submissionRoots.submissionImage, { formSlug, id });
  }

  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'The user who sent the submission; null when it is anonymous or that user was deleted.',
  })
  submittedBy(@Root() submission: Row<Submission>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, submitterOfSubmission, submission);
  }

  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'The user who requested the pending change; null when none is pending or that user was deleted.',
  })
  revisedBy(@Root() submission: Row<Submission>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, reviserOfSubmission, submission);
  }

  @Mutation(() => SubmissionPayload, {
    description:
      'Submits to a published form. An open form needs no key, an authenticated form needs any key, and a restricted form needs `submit_private_form`.',
  })
  async submitForm(
    @Arg('input', () => SubmitFormInput, { description: 'The answers.' }) input: SubmitFormInput,
    @Ctx() ctx: RequestContext,
  ) {
    return payloadOf(ctx, await submitForm(ctx, input));
  }

  @Mutation(() => SubmissionPayload, {
    description:
      'Changes your submission, or with `moderate_form` any submission, when the form allows editing. On a moderated form the change is pending until a moderator approves it, and it replaces your earlier pending change.',
  })
  async changeSubmission(
    @Arg('input', () => ChangeSubmissionInput, { description: 'The answers, which replace the previous ones.' })
    input: ChangeSubmissionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return payloadOf(ctx, await changeSubmission(ctx, input));
  }
}

@Resolver(() => Form)
export class FormQuotaResolver {
  @FieldResolver(() => FormQuota, { description: 'The remaining quota.' })
  quota(@Root() form: Row<Form>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, quotaOfForm, form);
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
    description: [
      'The submissions that a form receives, for callers with `moderate_form`. The first event has no submission.',
      'Fails NOT_FOUND for an unknown form. Ends with EVENTS_MISSED where events are lost; then subscribe again and read the submissions.',
    ].join(' '),
  })
  submissionReceived(
    @Root() receipt: SubmissionReceipt,
    @Arg('formSlug', () => String, { description: 'The slug of the form.' }) _formSlug: string,
  ) {
    return receipt;
  }
}
