import { randomUUID } from 'node:crypto';
import { capturedSections } from '../../api/sections/capture-sections.ts';
import type { RequestContext } from '../../api/context.ts';
import type { SectionName } from '../../api/sections/section-name.ts';
import { fail } from '../../kernel/fail.ts';
import { sql, sqlText } from '../../kernel/sql.ts';
import { changeDataset, type DatasetEntity } from '../datasets/index.ts';
import { definersOfProcessors } from '../processors/index.ts';
import { endOfLog, definersOfResources } from '../resources/index.ts';
import { moveStatus } from './move-status.ts';
import type { OrderKind } from './publication-order.entity.ts';
import type { PublishDatasetInput } from './publication.inputs.ts';
import { publicationQueue } from './queues.ts';

/** Of each kind of order: the parts that a version names, those that the job works on, and which datasets it fits. */
const orders: Readonly<
  Record<
    OrderKind,
    {
      readonly sections: readonly SectionName[];
      readonly captured: readonly SectionName[];
      readonly ofPublished: boolean;
    }
  >
> = {
  publish: { sections: ['data'], captured: ['resources', 'processors', 'fields', 'metadata'], ofPublished: false },
  publish_metadata: { sections: ['metadata'], captured: ['metadata'], ofPublished: true },
  unpublish: { sections: ['data'], captured: [], ofPublished: true },
};

/**
 * Gives an order and answers the dataset's uid: the state queued, the order with the configuration of now, and the job
 * come in one transaction. Fails INVALID_DATASET_STATUS while another order is worked on, and where the dataset is not published but should be.
 */
export async function orderPublication(
  ctx: RequestContext,
  kind: OrderKind,
  { uid, expectedRevision, acceptEmpty }: PublishDatasetInput,
): Promise<string> {
  await changeDataset(
    ctx,
    uid,
    { sections: orders[kind].sections, rights: ['publish'], expectedRevision },
    (tx, dataset) => giveOrder(tx, dataset, kind, acceptEmpty === true),
  );
  return uid;
}

/**
 * Gives an order for a locked dataset in the caller's name, whose right is the caller's to check; it leaves no dataset without records
 * that has some, unless `acceptsEmpty`. Fails as `orderPublication` does.
 */
export async function giveOrder(
  tx: RequestContext,
  dataset: DatasetEntity,
  kind: OrderKind,
  acceptsEmpty = false,
): Promise<void> {
  const { captured, ofPublished } = orders[kind];
  const { username } = tx.session;
  const now = tx.app.clock.now();
  moveStatus(dataset, 'order', now, { action: kind });
  if (ofPublished && !dataset.isPublished)
    fail('INVALID_DATASET_STATUS', { status: 'not published', action: kind, allowed: 'published' });
  const id = randomUUID();
  const d = sqlText('d');
  await tx.db.rows(sql`
    insert into publication_order (dataset_uid, id, kind, configuration, ordered_by, ordered_at)
    select d.uid, ${id}::uuid, ${kind}::text, ${capturedSections(tx.app.registry.sections, d, captured)} || jsonb_build_object('acceptsEmpty', ${acceptsEmpty}::boolean, 'endOfLog', ${endOfLog(d)}, 'definers', ${definersOfProcessors(d)} || ${definersOfResources(d)}), ${username ?? null}::text, ${now}::timestamptz
    from dataset d where d.uid = ${dataset.uid}`);
  await tx.app.jobs.send(
    tx.db,
    publicationQueue,
    { datasetUid: dataset.uid, orderId: id },
    { key: dataset.uid, ...(username !== undefined && { group: username }) },
  );
}
