import { Arg, Resolver, Root, Subscription } from 'type-graphql';
import type { SubscribeResolverData } from 'type-graphql';
import type { StreamContext } from '#api/streams.ts';
import { followSubmissions } from './follow-submissions.ts';
import { SubmissionReceipt } from './submission-receipt.type.ts';

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
