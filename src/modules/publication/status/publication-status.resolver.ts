import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import type { SubscribeResolverData } from 'type-graphql';
import type { Row } from '../../../api/reading/declare/type-source.ts';
import type { StreamContext } from '../../../api/stream-context.ts';
import { PublicationStatus } from './publication-status.type.ts';
import { watchStatus } from './watch-status.ts';

type StatusSubscription = SubscribeResolverData<unknown, { readonly uid: string }, StreamContext>;

@Resolver()
export class PublicationStatusResolver {
  @Subscription(() => PublicationStatus, {
    nullable: true,
    subscribe: ({ args, context }: StatusSubscription) => watchStatus(context, args.uid),
    description:
      "The state of a dataset's publication, now and after each change. Ends with null when the dataset is deleted.",
  })
  datasetStatus(
    @Root() status: Row<PublicationStatus> | null,
    @Arg('uid', () => ID, { description: 'The uid of the dataset.' }) _uid: string,
  ) {
    return status;
  }
}
