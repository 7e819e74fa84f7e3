import type { RequestContext } from '#api/context.ts';
import { processorOf } from '#engine/processors/registry.ts';
import { sql } from '#kernel/sql.ts';
import { originOfDomain } from '#platform/datasources/federated.ts';
import type { RunConfiguration } from '../run/publication-run.entity.ts';
import type { UpstreamKind } from './published-upstream.entity.ts';

/** The maximum length of the identifier of a dataset or a form. A longer name cannot exist, and is left out. */
const maxNameLength = 300;

interface PublishedUpstream {
  readonly kind: UpstreamKind;
  readonly name: string;
  readonly origin: string;
}

/** Records the datasets and forms that the published records of a dataset were made from; replaces the previous ones. */
export async function recordUpstreams(
  { db }: RequestContext,
  datasetUid: string,
  configuration: RunConfiguration,
): Promise<void> {
  const upstreams = [...joinedUpstreams(configuration), ...upstreamsOfResources(configuration)].filter(
    ({ name }) => name.length <= maxNameLength,
  );
  await db.rows(sql`delete from published_upstream where dataset_uid = ${datasetUid}`);
  if (upstreams.length === 0) return;
  await db.rows(sql`
    insert into published_upstream (dataset_uid, kind, name, origin)
    select distinct ${datasetUid}::text, kind, name, origin from jsonb_to_recordset(${JSON.stringify(upstreams)}::jsonb) s(kind text, name text, origin text)`);
}

/** The datasets that processors join. */
const joinedUpstreams = ({ processors = [] }: RunConfiguration): PublishedUpstream[] =>
  processors.flatMap(({ type, params }) => {
    const reference = processorOf(type).reference(params);
    return reference ? [{ kind: 'join', name: reference.dataset, origin: '' }] : [];
  });

/** The datasets of other catalogs and the forms of this catalog that the resources read. */
const upstreamsOfResources = ({ resources }: RunConfiguration): PublishedUpstream[] =>
  (resources?.resources ?? []).flatMap(({ datasource }): PublishedUpstream[] => {
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
