import { isRealtime } from '#engine/extractors/services/realtime.ts';
import { type ParameterValue, parameterValues } from '#api/types/parameter.type.ts';
import { findExtractor } from '#engine/extractors/registry.ts';
import type { JsonObject } from '#kernel/json.ts';
import { datasourceKindOf } from './datasources/datasource-kinds.ts';
import { hasParameterDatasource } from './datasources/parameter-datasources.ts';
import type { ResourceKind, Resource } from './resource.type.ts';

/** The types of extractors that describe the origin of records better than the kind of datasource. */
const specificExtractors = new Set(['feed']);

/**
 * The name shown to people: the full address of the datasource, or the filename; else the title. A realtime resource always shows its title,
 * because its address contains the push key.
 */
export function displayName({ type, datasource, address, connectionUrl, title }: Resource): string {
  if (isRealtime({ type })) return title;
  return (datasource ? datasourceKindOf(datasource.type).displayName(datasource, connectionUrl) : address) || title;
}

/** The format that the extractor reads; null when the extractor no longer exists. */
export function extractionInfos({ type }: Pick<Resource, 'type'>): ResourceKind | null {
  const extractor = findExtractor(type);
  return extractor ? { type, label: extractor.label } : null;
}

/** The parameters of an extractor with their values; none when the extractor no longer exists. */
export const extractorParameters = (type: string, params: JsonObject): ParameterValue[] =>
  parameterValues(findExtractor(type)?.parameters ?? [], params);

/** Where the records come from: the kind of the datasource, or the extractor when it is more specific. */
export function originOf({
  datasource,
  type,
  address,
}: Pick<Resource, 'datasource' | 'type' | 'address'>): ResourceKind {
  if (specificExtractors.has(type) || isRealtime({ type }) || hasParameterDatasource(type))
    return extractionInfos({ type }) ?? { type, label: type };
  if (datasource) return { type: datasource.type, label: datasourceKindOf(datasource.type).label };
  return address === null
    ? (extractionInfos({ type }) ?? { type, label: type })
    : { type: 'http', label: datasourceKindOf('http').label };
}
