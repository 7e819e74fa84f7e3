import { Arg, FieldResolver, ID, Resolver, Root, Subscription } from 'type-graphql';
import type { SubscribeResolverData } from 'type-graphql';
import type { Row } from '#api/reading/type-source.ts';
import { rowReader } from '#api/reading/read-for-callers.ts';
import type { StreamContext } from '#api/streams.ts';
import { followDataset } from '#datasets/index.ts';
import { progressOfStatus } from './publication-progress.ts';
import { PublicationProgress } from './publication-progress.type.ts';
import { publicationStatuses } from './publication-status.source.ts';
import { PublicationStatus } from './publication-status.type.ts';

type StatusSubscription = SubscribeResolverData<unknown, { readonly uid: string }, StreamContext>;

const readStatus = rowReader(publicationStatuses);

@Resolver(() => PublicationStatus)
export class PublicationStatusResolver {
  @Subscription(() => PublicationStatus, {
    nullable: true,
    subscribe: ({ args, context }: StatusSubscription) => followDataset(context, args.uid, readStatus),
    description:
      "The state of a dataset's publication, now and after each change. Ends with null when the dataset is deleted.",
  })
  datasetStatus(
    @Root() status: Row<PublicationStatus> | null,
    @Arg('uid', () => ID, { description: 'The uid of the dataset.' }) _uid: string,
  ) {
    return status;
  }

  @FieldResolver(() => PublicationProgress, { description: 'What the publication counts: `params` with types.' })
  progress(@Root() status: Row<PublicationStatus>) {
    return progressOfStatus(status, {});
  }
}
