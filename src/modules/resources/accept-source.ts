import type { RequestContext } from '../../api/context.ts';
import { isRealtime } from '../../engine/extractors/services/realtime.ts';
import { checkAllAsync } from '../../kernel/check-all.ts';
import { failFields } from '../../kernel/fail.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { audienceOf, noSecrets, SecretCollector, takeUrlSecrets, type KeptSecrets } from '../connections/index.ts';
import { acceptDatasource, type AcceptedDatasource } from './accept-datasource.ts';
import type { DatasourceInput } from './datasource.inputs.ts';
import type { Datasource } from './datasource-kinds.type.ts';
import { acceptParams, hasOwnSource } from './own-sources.ts';
import { pushSecrets } from './push-key.ts';

/** Of an input, what tells where records come from; without a word of the datasource it stays. */
interface GivenSource {
  readonly type: string;
  readonly params: JsonObject;
  /** The address where there is no datasource. */
  readonly url: string | null;
  readonly datasource: DatasourceInput | null | undefined;
}

/** The source that is replaced. */
export interface PresentSource {
  readonly datasource: Datasource | null;
  readonly secrets: KeptSecrets;
}

/** Where the records of a resource come from, as it is stored. */
export interface AcceptedSource extends AcceptedDatasource {
  readonly params: JsonObject;
  readonly url: string | null;
  readonly secrets: KeptSecrets;
}

/** That there is no source yet. */
export const noSource: PresentSource = Object.freeze({ datasource: null, secrets: noSecrets });

/** Where the records of a resource come from; what is pushed has a key instead of a datasource. Fails INVALID_INPUT, PERMISSION_DENIED. */
export async function acceptSource(
  ctx: RequestContext,
  datasetUid: string,
  { type, params, url, datasource: input }: GivenSource,
  present: PresentSource = noSource,
): Promise<AcceptedSource> {
  if (isRealtime({ type })) {
    if (input) failFields({ datasource: ['A realtime resource has none: its records are pushed.'] });
    return { datasource: null, params, url, secrets: pushSecrets(present.secrets) };
  }
  if (hasOwnSource(type) && input)
    failFields({
      datasource: [`A resource of the type ${type} has none: its parameters tell where its records come from.`],
    });
  const collector = new SecretCollector(present.secrets);
  const keeps = input === undefined && !hasOwnSource(type);
  const [accepted, accessible, address] = await checkAllAsync(
    (): AcceptedDatasource | Promise<AcceptedDatasource> =>
      keeps
        ? { datasource: present.datasource }
        : acceptDatasource(ctx, input, { datasetUid, present: present.datasource, collector }),
    () => acceptParams(type, params, collector),
    () =>
      url === null
        ? null
        : takeUrlSecrets(url, { place: 'address', audience: audienceOf(url), field: 'url' }, collector),
  );
  return {
    ...accepted,
    params: accessible,
    url: address,
    secrets: { ...(keeps && ofDatasource(present.secrets)), ...collector.secrets },
  };
}

/** Fails INVALID_INPUT, PERMISSION_DENIED for a datasource that no resource of the dataset could have, whatever else is sent with it. */
export const checkDatasource = (
  ctx: RequestContext,
  datasetUid: string,
  input: DatasourceInput | null | undefined,
  present: PresentSource,
): Promise<unknown> =>
  acceptDatasource(ctx, input, {
    datasetUid,
    present: present.datasource,
    collector: new SecretCollector(present.secrets),
  });

const ofDatasource = (secrets: KeptSecrets): KeptSecrets =>
  Object.fromEntries(
    Object.entries(secrets).filter(([place]) => /^(headers|parameters|relativeUrl|url)\./.test(place)),
  );
