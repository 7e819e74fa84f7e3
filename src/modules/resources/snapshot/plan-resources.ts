import { isDeepStrictEqual } from 'node:util';
import type { DesiredSection, RequestContext, SectionChange } from '#api/context.ts';
import { assignCreationTimes, matchParts } from '#api/match-parts.ts';
import { newUid } from '#kernel/ids.ts';
import { toPlainJson } from '#kernel/json.ts';
import { checkBefore, mapCollectingErrors } from '#kernel/check-all.ts';
import { sql } from '#kernel/sql.ts';
import { defineApplyField, checkPartLimit } from '#datasets/index.ts';
import { noSecrets, encryptSecrets, storeConnection } from '#connections/index.ts';
import {
  checkDatasource,
  noDatasource,
  parseResourceDatasource,
  type CurrentDatasource,
  type ParsedResourceDatasource,
} from '../datasources/parse-resource-datasource.ts';
import type { DatasourceInput } from '../datasources/datasource.inputs.ts';
import { DesiredResourceInput } from '../resource.inputs.ts';
import { parseResource, type ResourceProperties } from '../resource.rules.ts';
import type { CapturedResource, CapturedResources } from './captured-resources.ts';
import { identityKeys, looseIdentityKeys, withTargets } from './resource-identity.ts';
import { resourceSecretRecord, loadResourceSecrets } from '../reading/resource-secrets.ts';

/** The field `resources` of `datasetApply`: all resources, in order. It changes no uploaded files. */
export const planResourcesSection = defineApplyField<readonly DesiredResourceInput[], CapturedResources>({
  name: 'resources',
  type: () => [DesiredResourceInput],
  description:
    'All resources, in the order of their records. Before you apply the change, upload the files that the resources read.',
  plan: async (tx, input, section) => planSection(tx, input ?? [], section),
});

/** A resource as it will be after the change. */
interface PlannedResource {
  readonly resource: CapturedResource;
  readonly parsed: ParsedResourceDatasource;
  readonly hasNewSecrets: boolean;
}

/**
 * Validates the desired resources and matches them with the current resources. A desired resource takes the uid of the current resource that
 * it matches. Stores nothing.
 */
export async function planResources(
  tx: RequestContext,
  desired: readonly DesiredResourceInput[],
  { datasetUid, current }: Omit<DesiredSection<CapturedResources>, 'input'>,
): Promise<readonly PlannedResource[]> {
  checkPartLimit('resources', desired.length);
  const pathOf = (index: number) => `resources.${index}`;
  const storedSecrets = await loadResourceSecrets(
    { db: tx.db, secrets: tx.app.secrets },
    current.resources.map(({ uid }) => uid),
  );
  const currentByUid = new Map(current.resources.map((resource) => [resource.uid, resource]));
  const currentDatasourceOf = (uid: string | undefined): CurrentDatasource => {
    const old = currentByUid.get(uid ?? '');
    return old ? { datasource: old.datasource, secrets: storedSecrets.get(old.uid) ?? noSecrets } : noDatasource;
  };
  const checkDatasources = () => {
    const matched = matchParts('resources', current.resources, desired, looseIdentityKeys);
    return mapCollectingErrors(desired, pathOf, ({ datasource }, index) =>
      checkDatasource(tx, datasetUid, datasource, currentDatasourceOf(matched[index]?.uid)),
    );
  };
  const checked = await checkBefore(
    () =>
      mapCollectingErrors(desired, pathOf, (input) => {
        const { uid, type, title } = input;
        const { datasource, ...kept } = withKept(input, currentByUid.get(uid ?? ''));
        return { uid, datasource, ...parseResource({ type, title, ...kept }) };
      }),
    checkDatasources,
  );
  const addressed = await withTargets(tx, current.resources, checked);
  const matched = matchParts('resources', addressed.current, addressed.desired, identityKeys);
  return mapCollectingErrors(
    checked,
    pathOf,
    async ({ uid: _uid, datasource: desiredDatasource, ...properties }, index): Promise<PlannedResource> => {
      const old = currentByUid.get(matched[index]?.uid ?? '');
      const currentDatasource = currentDatasourceOf(old?.uid);
      const parsed = await parseResourceDatasource(
        tx,
        datasetUid,
        { ...properties, datasource: desiredDatasource },
        currentDatasource,
      );
      const { params, url, datasource } = parsed;
      const resource = applyProperties(
        old,
        { ...properties, params, url, datasource },
        tx.app.clock.now().toISOString(),
      );
      return {
        resource,
        parsed,
        hasNewSecrets:
          hasNewConnectionSecrets(parsed) || !isDeepStrictEqual(toPlainJson(parsed.secrets), currentDatasource.secrets),
      };
    },
  );
}

/**
 * Where an input says that the records come from, with what it leaves out of the resource that its uid names: the parameters, unless the
 * type changes, and either the datasource, which is then undefined, or the URL. Without a uid, what is left out is empty.
 */
function withKept(
  { type, params, url, datasource }: DesiredResourceInput,
  old: CapturedResource | undefined,
): Pick<CapturedResource, 'params' | 'url'> & { readonly datasource: DatasourceInput | null | undefined } {
  if (!old) return { params: params ?? {}, url: url ?? null, datasource: datasource ?? null };
  const keptParams = type === old.type ? old.params : {};
  return {
    params: params === undefined ? keptParams : (params ?? {}),
    url: url === undefined && !datasource ? old.url : (url ?? null),
    datasource: datasource === undefined && url != null ? null : datasource,
  };
}

async function planSection(
  tx: RequestContext,
  desired: readonly DesiredResourceInput[],
  section: DesiredSection<CapturedResources>,
): Promise<SectionChange<CapturedResources>> {
  const planned = await planResources(tx, desired, section);
  const changed = planned.filter(({ hasNewSecrets }) => hasNewSecrets);
  return {
    snapshot: { files: section.current.files, resources: assignCreationTimes(planned.map(({ resource }) => resource)) },
    changedSecrets: changed.map(({ resource: { uid } }) => ['resources', uid, 'secrets']),
    beforeWrite: async (innerTx) => {
      for (const { parsed } of planned) if (parsed.connection) await storeConnection(innerTx, parsed.connection);
    },
    afterWrite: (innerTx) => storeSecrets(innerTx, changed),
  };
}

/** Whether the secrets of the connection change. */
const hasNewConnectionSecrets = ({ connection }: ParsedResourceDatasource): boolean =>
  connection?.change === 'secrets' ||
  (connection?.change === 'new' && Object.keys(connection.connection.secrets).length > 0);

/** Returns the resource with its new properties. `updatedAt` changes only when a property changes. */
function applyProperties(
  old: CapturedResource | undefined,
  properties: ResourceProperties & Pick<CapturedResource, 'datasource'>,
  now: string,
): CapturedResource {
  const kept = old ?? { uid: newUid('resource'), createdAt: now, updatedAt: now };
  const resource = { ...kept, ...properties };
  return isDeepStrictEqual(resource, old) ? resource : { ...resource, updatedAt: now };
}

function storeSecrets({ db, app }: RequestContext, changed: readonly PlannedResource[]): Promise<unknown> {
  const encrypted = changed.map(({ resource: { uid }, parsed: { secrets } }) => ({
    uid,
    secrets: encryptSecrets(app.secrets, secrets, resourceSecretRecord(uid)),
  }));
  return db.rows(sql`update resource set secrets = each.secrets from jsonb_to_recordset(${JSON.stringify(encrypted)}::jsonb)
    as each(uid text, secrets text) where resource.uid = each.uid`);
}
