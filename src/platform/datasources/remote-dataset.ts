import { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { encodePathSegment, fetchWithRetry, maxMetadataBytes, readJsonResponse } from './provider-requests.ts';
import type { DatasourcePorts } from './datasource-client.ts';
import { apiKeyHeader, catalogOrigin } from './federated.ts';
import type { FederatedSettings } from './federated.ts';

/** A field of a dataset of another catalog. */
export interface RemoteField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly description: string | null;
  readonly annotations: JsonObject;
}

/** The metadata and fields of a dataset of another catalog. */
export interface RemoteDataset {
  readonly datasetId: string;
  /** The metadata values, by template and field. */
  readonly metas: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** The fields; empty when the other catalog returns only metadata. */
  readonly fields: readonly RemoteField[];
}

const jsonObject = z.custom<JsonObject>(isJsonObject);
/** A field as another catalog, or a client, describes it. */
export const remoteField = z
  .object({
    name: z.string(),
    label: z.string().nullish(),
    type: z.string(),
    description: z
      .string()
      .nullish()
      .transform((description) => description ?? null),
    annotations: jsonObject.nullish().transform((annotations) => annotations ?? {}),
  })
  .transform(({ label, ...rest }): RemoteField => ({ ...rest, label: label ?? rest.name }));

/** The response of the Explore API, version 2.1. */
const exploreResponse = z.object({
  dataset_id: z.string(),
  metas: jsonObject,
  fields: z.array(remoteField).max(10_000),
});
/** The response of the automation API, version 1.0: a page of datasets. */
const automationResponse = z.object({ results: z.array(z.object({ dataset_id: z.string(), metadata: jsonObject })) });

/**
 * The metadata and the fields of a dataset of another catalog, from the Explore API of that catalog. When the Explore API does not
 * show the dataset and an API key is set, the metadata comes from the automation API, without fields. Fails SOURCE_FAILED.
 */
export async function fetchRemoteDataset(
  settings: FederatedSettings,
  { fetcher }: Pick<DatasourcePorts, 'fetcher'>,
  signal: AbortSignal,
): Promise<RemoteDataset> {
  const { domainId, datasetId, apiKey } = settings;
  const origin = catalogOrigin(domainId);
  const request = { headers: apiKeyHeader(settings), signal, maxBytes: maxMetadataBytes };
  const fallbackStatuses = apiKey === null ? [] : [401, 403, 404];
  const response = await fetchWithRetry(
    fetcher,
    `${origin}/api/explore/v2.1/catalog/datasets/${encodePathSegment(datasetId)}`,
    {
      ...request,
      acceptedStatuses: fallbackStatuses,
    },
  );
  if (!fallbackStatuses.includes(response.status)) {
    const { metas, fields } = await readJsonResponse(response, exploreResponse);
    return { datasetId, metas: mapValues(metas, (value) => value), fields };
  }
  response.body.destroy();
  const { results } = await readJsonResponse(
    await fetchWithRetry(
      fetcher,
      `${origin}/api/automation/v1.0/datasets/?${new URLSearchParams({ dataset_id: datasetId }).toString()}`,
      request,
    ),
    automationResponse,
  );
  const { metadata } =
    results.find((dataset) => dataset.dataset_id === datasetId) ??
    fail('SOURCE_FAILED', {
      reason: `${new URL(origin).host} has no visible dataset with this identifier.`,
    });
  return {
    datasetId,
    metas: mapValues(metadata, (entry) => (isJsonObject(entry) ? (entry['value'] ?? null) : null)),
    fields: [],
  };
}

/** Maps each value of each template; templates that are not objects are left out. */
const mapValues = (templates: JsonObject, valueOf: (entry: Json) => Json): RemoteDataset['metas'] =>
  Object.fromEntries(
    Object.entries(templates).flatMap(([template, fields]) =>
      isJsonObject(fields)
        ? [[template, Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, valueOf(entry)]))]]
        : [],
    ),
  );
