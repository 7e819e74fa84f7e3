import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../api/context.ts';
import { inCreationOrder } from '../../api/in-creation-order.ts';
import { matchParts, type Likeness } from '../../api/match-parts.ts';
import type { Desired, Planned } from '../../api/section.ts';
import { newUid } from '../../kernel/ids.ts';
import { canonicalText } from '../../kernel/json.ts';
import { mapBelow } from '../../kernel/map-below.ts';
import { sql } from '../../kernel/sql.ts';
import { desiredPart } from '../datasets/index.ts';
import { acceptSource } from './accept-source.ts';
import type { DatasourceSecrets } from './datasource-secrets.ts';
import { DesiredResourceInput } from './resource.inputs.ts';
import { checkResource, type ResourceProperties } from './resource.rules.ts';
import type { CapturedResource, CapturedResources } from './resource.section.ts';
import { secretsOf } from './secrets-of.ts';

/** The resources that an input describes, in their order; the files stay. */
export const desiredResources = desiredPart<readonly DesiredResourceInput[], CapturedResources>({
  name: 'resources',
  type: () => [DesiredResourceInput],
  description: 'All its resources, in the order of their records; files are uploaded before.',
  plan: async (tx, input, desired) => plan(tx, input ?? [], desired),
});

/** A resource as it will be. */
interface PlannedResource {
  readonly resource: CapturedResource;
  readonly secrets: DatasourceSecrets | null;
  readonly hasNewSecrets: boolean;
}

async function plan(
  tx: RequestContext, wanted: readonly DesiredResourceInput[], { datasetUid, present }: Desired<CapturedResources>,
): Promise<Planned<CapturedResources>> {
  const pathOf = (at: number) => `resources.${at}`;
  const stored = await secretsOf(tx, present.resources.map(({ uid }) => uid));
  const checked = await mapBelow(wanted, pathOf, ({ uid, params = null, url = null, ...rest }) => ({ uid, datasource: rest.datasource, ...checkResource({ ...rest, params, url }) }));
  const matched = matchParts('resources', present.resources, checked, likenesses);
  const planned = await mapBelow(checked, pathOf, async ({ uid: _uid, datasource: source, ...properties }, at): Promise<PlannedResource> => {
    const old = matched[at];
    const known = old ? stored.get(old.uid) ?? null : null;
    const { datasource, secrets } = await acceptSource(tx, datasetUid, { type: properties.type, datasource: source }, known);
    const resource = continued(old, { ...properties, datasource }, tx.app.clock.now().toISOString());
    return { resource, secrets, hasNewSecrets: !isDeepStrictEqual(secrets, known) };
  });
  const changed = planned.filter(({ hasNewSecrets }) => hasNewSecrets);
  return {
    content: { files: present.files, resources: inCreationOrder(planned.map(({ resource }) => resource)) },
    unshown: changed.map(({ resource: { uid } }) => ['resources', uid, 'secrets']),
    finish: (inside) => storeSecrets(inside, changed),
  };
}

/** The resource with its new properties; it counts as changed where one of them is another. */
function continued(old: CapturedResource | undefined, properties: ResourceProperties & Pick<CapturedResource, 'datasource'>, now: string): CapturedResource {
  const kept = old ?? { uid: newUid('resource'), createdAt: now, updatedAt: now };
  const resource = { ...kept, ...properties };
  return isDeepStrictEqual(resource, old) ? resource : { ...resource, updatedAt: now };
}

const storeSecrets = ({ db }: RequestContext, changed: readonly PlannedResource[]): Promise<unknown> => db.rows(sql`
  update resource set secrets = each.secrets from jsonb_to_recordset(${JSON.stringify(changed.map(({ resource: { uid }, secrets }) => ({ uid, secrets })))}::jsonb)
    as each(uid text, secrets jsonb) where resource.uid = each.uid`);

/** A resource is most like those that equal it but for secrets, then those of its name, then those of its type. */
const likenesses: readonly Likeness<ResourceProperties & { readonly datasource?: Address | null | undefined }>[] = [
  ({ type, title, params, ...source }) => canonicalText([type, title, params, addressOf(source)]),
  ({ type, title }) => canonicalText([type, title]),
  ({ type }) => type,
];

/** Where a datasource leads. */
interface Address {
  readonly file?: { readonly uid: string } | null;
  readonly connection?: { readonly url: string } | null;
  readonly relativeUrl?: string | null;
}

const addressOf = ({ url, datasource }: { readonly url: string | null; readonly datasource?: Address | null | undefined }) =>
  [url, datasource?.file?.uid, datasource?.connection?.url, datasource?.relativeUrl ?? ''];
