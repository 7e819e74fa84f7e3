import { z } from 'zod';
import { fail } from '../../../kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { ask } from '../http/ask.ts';
import type { DatasourcePorts } from '../datasource-client.ts';
import { catalogKey, catalogOrigin } from './federated.ts';
import { pathSegment } from '../http/path-segment.ts';
import { maxAnswerBytes, readAnswer } from '../http/read-answer.ts';
import type { FederatedSettings } from './federated.ts';

/** A field of a dataset of another catalog. */
export interface RemoteField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly description: string | null;
  readonly annotations: JsonObject;
}

/** What another catalog tells of a dataset. */
export interface RemoteDataset {
  readonly datasetId: string;
  /** Values by template and field. */
  readonly metas: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** None where the other catalog tells its metadata only. */
  readonly fields: readonly RemoteField[];
}

const object = z.custom<JsonObject>(isJsonObject);
const field = z
  .object({
    name: z.string(),
    label: z.string().nullish(),
    type: z.string(),
    description: z
      .string()
      .nullish()
      .transform((description) => description ?? null),
    annotations: object.nullish().transform((annotations) => annotations ?? {}),
  })
  .transform(({ label, ...told }): RemoteField => ({ ...told, label: label ?? told.name }));

/** The Explore API, version 2.1. */
const explored = z.object({ dataset_id: z.string(), metas: object, fields: z.array(field).max(10_000) });
/** The automation API, version 1.0: a page of datasets. */
const page = z.object({ results: z.array(z.object({ dataset_id: z.string(), metadata: object })) });

/**
 * The metadata and the fields of a dataset of another catalog: what its exploration API tells, or, where that has no such
 * dataset and there is a key, its automation API. Fails SOURCE_FAILED.
 */
export async function remoteDataset(
  settings: FederatedSettings,
  { fetcher }: Pick<DatasourcePorts, 'fetcher'>,
  signal: AbortSignal,
): Promise<RemoteDataset> {
  const { domainId, datasetId, apiKey } = settings;
  const origin = catalogOrigin(domainId);
  const question = { headers: catalogKey(settings), signal, maxBytes: maxAnswerBytes };
  const inAutomation = apiKey === null ? [] : [401, 403, 404];
  const answer = await ask(fetcher, `${origin}/api/explore/v2.1/catalog/datasets/${pathSegment(datasetId)}`, {
    ...question,
    acceptedStatuses: inAutomation,
  });
  if (!inAutomation.includes(answer.status)) {
    const { metas, fields } = await readAnswer(answer, explored);
    return { datasetId, metas: byTemplate(metas, (value) => value), fields };
  }
  answer.body.destroy();
  const { results } = await readAnswer(
    await ask(
      fetcher,
      `${origin}/api/automation/v1.0/datasets/?${new URLSearchParams({ dataset_id: datasetId }).toString()}`,
      question,
    ),
    page,
  );
  const { metadata } =
    results.find((dataset) => dataset.dataset_id === datasetId) ??
    fail('SOURCE_FAILED', {
      reason: `${new URL(origin).host} has no dataset of this identifier, or does not show it.`,
    });
  return {
    datasetId,
    metas: byTemplate(metadata, (entry) => (isJsonObject(entry) ? (entry['value'] ?? null) : null)),
    fields: [],
  };
}

const byTemplate = (templates: JsonObject, valueOf: (entry: Json) => Json): RemoteDataset['metas'] =>
  Object.fromEntries(
    Object.entries(templates).flatMap(([template, fields]) =>
      isJsonObject(fields)
        ? [[template, Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, valueOf(entry)]))]]
        : [],
    ),
  );
