import type { RequestContext } from '../../api/context.ts';
import { processorOf } from '../../engine/processors/registry.ts';
import { sql } from '../../kernel/sql.ts';
import { originOfDomain } from '../../platform/datasources/federated/federated.ts';
import type { OrderConfiguration } from './publication-order.entity.ts';
import type { SourceKind } from './published-source.entity.ts';

/** No dataset and no form has a longer name; what is longer leads nowhere. */
const longestName = 300;

interface PublishedSource {
  readonly kind: SourceKind;
  readonly name: string;
  readonly origin: string;
}

/** Remembers what the records that readers see of a dataset were made of, and forgets what those before were. */
export async function rememberSources(
  { db }: RequestContext,
  datasetUid: string,
  configuration: OrderConfiguration,
): Promise<void> {
  const sources = [...joinedBy(configuration), ...readBy(configuration)].filter(
    ({ name }) => name.length <= longestName,
  );
  await db.rows(sql`delete from published_source where dataset_uid = ${datasetUid}`);
  if (sources.length === 0) return;
  await db.rows(sql`
    insert into published_source (dataset_uid, kind, name, origin)
    select distinct ${datasetUid}::text, kind, name, origin from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) s(kind text, name text, origin text)`);
}

/** The datasets that processors look at. */
const joinedBy = ({ processors = [] }: OrderConfiguration): PublishedSource[] =>
  processors.flatMap(({ type, params }) => {
    const reference = processorOf(type).reference(params);
    return reference ? [{ kind: 'join', name: reference.dataset, origin: '' }] : [];
  });

/** The datasets of other catalogs and the forms that resources read. */
const readBy = ({ resources }: OrderConfiguration): PublishedSource[] =>
  (resources?.resources ?? []).flatMap(({ datasource }): PublishedSource[] => {
    if (datasource?.type === 'federated')
      return [
        {
          kind: 'federation',
          name: datasource.dataset.datasetId,
          origin: originOfDomain(datasource.domain.domainId) ?? '',
        },
      ];
    return datasource?.type === 'ods_form' ? [{ kind: 'form', name: datasource.form, origin: '' }] : [];
  });
