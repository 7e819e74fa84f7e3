import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import type { SubscribeResolverData } from 'type-graphql';
import type { Row } from '#api/reading/type-source.ts';
import { rowReader } from '#api/reading/read-for-callers.ts';
import type { StreamContext } from '#api/streams.ts';
import { CatalogChange, DatasetChange } from './dataset-streams.type.ts';
import { datasetChanges, followCatalog, followDataset } from './dataset-streams.source.ts';

type CatalogSubscription = SubscribeResolverData<unknown, object, StreamContext>;
type DatasetSubscription = SubscribeResolverData<unknown, { readonly uid: string }, StreamContext>;

const readChange = rowReader(datasetChanges);

@Resolver()
export class DatasetStreamsResolver {
  @Subscription(() => CatalogChange, {
    subscribe: ({ context }: CatalogSubscription) => followCatalog(context),
    description:
      'The changes of the public catalog: datasets that callers without a key see or saw. The first event is `subscribed`. Ends with EVENTS_MISSED where events are lost: then subscribe again and read the catalog.',
  })
  catalogChanged(@Root() change: CatalogChange) {
    return change;
  }

  @Subscription(() => DatasetChange, {
    nullable: true,
    subscribe: ({ args, context }: DatasetSubscription) => followDataset(context, args.uid, readChange),
    description:
      'The revision of a dataset that the caller may read, now and after changes of its configuration; changes in a short time are one event. Ends with null when the dataset is deleted. Fails with NOT_FOUND.',
  })
  datasetChanged(
    @Root() change: Row<DatasetChange> | null,
    @Arg('uid', () => ID, { description: 'The uid of the dataset.' }) _uid: string,
  ) {
    return change;
  }
}
