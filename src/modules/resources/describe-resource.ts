import { isRealtime } from '../../engine/extractors/realtime.ts';
import { extractors } from '../../engine/extractors/registry.ts';
import { joinUrl } from '../../platform/datasources/join-url.ts';
import type { ResourceKind, Resource } from './resource.type.ts';

const datasourceLabels = { http: 'HTTP', uploaded_file: 'Uploaded file' } as const;

/** What people see of a resource: the full address of its source, or the name of its file; else its title, as of what is pushed: that address has a secret. */
export function displayName({ type, datasource, url, title }: Resource): string {
  if (isRealtime({ type })) return title;
  if (datasource?.type === 'uploaded_file') return datasource.file.uid;
  return (datasource ? joinUrl(datasource.connection.url, datasource.relativeUrl) : url) ?? title;
}

/** The format that the extractor reads; null when there is no such extractor any more. */
export function extractionInfos({ type }: Resource): ResourceKind | null {
  const extractor = extractors.find((each) => each.type === type);
  return extractor ? { type, label: extractor.label } : null;
}

/** Where the records come from: the datasource says more than the extractor. */
export function originOf(resource: Resource): ResourceKind {
  const { datasource, type } = resource;
  if (datasource) return { type: datasource.type, label: datasourceLabels[datasource.type] };
  return resource.url === null || isRealtime(resource) ? extractionInfos(resource) ?? { type, label: type } : { type: 'http', label: datasourceLabels.http };
}
