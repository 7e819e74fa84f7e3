import { CatalogError, fail } from '#kernel/fail.ts';
import type { Json } from '#kernel/json.ts';
import { fetchArcgis, layerFields, layerPages, revisionOf } from '../arcgis-layer.ts';
import { defineHarvesterKind, type RemoteDataset, type RemoteEntry } from '../harvester-kind.ts';
import type { HarvestSource } from '../harvest-source.ts';
import { downloadResources, metadataOnly } from '../harvester-settings.ts';
import { portalAddress } from '../portal-address.ts';
import { memberOf, objectsOf, plainValue, textOf } from '../read-values.ts';
import { textToHtml, toRemoteMetadata } from '../remote-metadata.ts';

const settings = [
  {
    name: 'url',
    type: 'text',
    isMandatory: true,
    isAddress: true,
    description:
      'The address of the services, such as `https://gis.example.org/arcgis/rest/services`; or of one service or layer.',
  },
  downloadResources,
  metadataOnly,
] as const;

/** The most folders and services of one server. */
const maxServices = 2_000;
const serviceType = /^(?:Feature|Map)Server$/;

/** Servers of ArcGIS: each layer and table of their feature and map services. */
export const arcgis = defineHarvesterKind({
  type: 'arcgis',
  label: 'ArcGIS server',
  settings,
  async *entries({ url, metadata_only: isMetadataOnly }, { source }) {
    const base = portalAddress(url);
    const layer = /^(.*\/(?:Feature|Map)Server)\/(\d+)$/i.exec(base);
    if (layer) {
      const [, service = '', number = ''] = layer;
      yield* layersOf(source, service, { isMetadataOnly, only: number });
    } else if (/\/(?:Feature|Map)Server$/i.test(base)) yield* layersOf(source, base, { isMetadataOnly });
    else
      yield* servicesOf(
        source,
        /\/rest\/services(?:\/|$)/i.test(base) ? base : `${base}/rest/services`,
        isMetadataOnly,
      );
  },
});

/** The layers of all services below a folder. What cannot be read is a failure, and the rest follows. */
async function* servicesOf(source: HarvestSource, root: string, isMetadataOnly: boolean): AsyncGenerator<RemoteEntry> {
  const folders = [root];
  const seen = new Set<string>();
  for (const folder of folders) {
    let listed: Json;
    try {
      listed = await fetchArcgis(source, folder);
      if (!Array.isArray(memberOf(listed, 'services')) && folder === root)
        fail('SOURCE_FAILED', { reason: 'it did not answer with a list of services. Check the address.' });
    } catch (error) {
      if (folder === root) throw error;
      yield failureOf(folder.slice(root.length + 1), error);
      continue;
    }
    // only the top has folders, whose names are relative to it
    const names = memberOf(listed, 'folders');
    if (folder === root && Array.isArray(names))
      folders.push(
        ...names.filter((name: Json) => typeof name === 'string').map((name) => `${root}/${encodeURI(name)}`),
      );
    const services = objectsOf(listed, 'services').map((service) => ({
      // the name contains the folder
      name: textOf(service, 'name').split('/').at(-1) ?? '',
      type: textOf(service, 'type'),
    }));
    const features = new Set(services.filter(({ type }) => type === 'FeatureServer').map(({ name }) => name));
    for (const { name, type } of services) {
      // a feature service and a map service of the same name have the same layers
      if (!serviceType.test(type) || (type === 'MapServer' && features.has(name))) continue;
      const address = `${folder}/${encodeURI(name)}/${type}`;
      if (seen.has(address)) continue;
      if (seen.size >= maxServices || folders.length > maxServices)
        fail('SOURCE_FAILED', { reason: `it has more than ${maxServices} services. Give the address of a folder.` });
      seen.add(address);
      try {
        yield* layersOf(source, address, { isMetadataOnly });
      } catch (error) {
        yield failureOf(address.slice(root.length + 1), error);
      }
    }
  }
}

/** A part of the list that cannot be read. Throws what is not the source's fault. */
function failureOf(id: string, error: unknown): RemoteEntry {
  if (!(error instanceof CatalogError) || error.code !== 'SOURCE_FAILED') throw error;
  return { id, error: error.message, isIncomplete: true };
}

/** The layers and tables of a service, without groups of layers. */
async function* layersOf(
  source: HarvestSource,
  address: string,
  { isMetadataOnly, only }: { readonly isMetadataOnly: boolean; readonly only?: string },
): AsyncGenerator<RemoteEntry> {
  const service = await fetchArcgis(source, address);
  const listed = [...objectsOf(service, 'layers'), ...objectsOf(service, 'tables')];
  for (const { id } of listed.map((part) => ({ id: textOf(part, 'id') }))) {
    if (!/^\d+$/.test(id) || (only !== undefined && only !== id)) continue;
    const url = `${address}/${id}`;
    const name = url.replace(/^.*?\/rest\/services\//i, '');
    try {
      const layer = await fetchArcgis(source, url);
      if (/group|raster|annotation/i.test(textOf(layer, 'type'))) continue;
      const dataset = toDataset(name, url, { service, layer });
      if (isMetadataOnly) {
        yield dataset;
        continue;
      }
      try {
        yield { ...dataset, resources: await layerPages(source, url, layer) };
      } catch (error) {
        if (!(error instanceof CatalogError) || error.code !== 'SOURCE_FAILED') throw error;
        // the description arrives, and what is wrong with the records is told
        yield dataset;
        yield { id: name, error: error.message, isPartial: true };
      }
    } catch (error) {
      if (!(error instanceof CatalogError) || error.code !== 'SOURCE_FAILED') throw error;
      yield { id: name, error: error.message };
    }
  }
}

function toDataset(
  id: string,
  url: string,
  { service, layer }: { readonly service: Json; readonly layer: Json },
): RemoteDataset {
  const about = memberOf(service, 'documentInfo');
  const title = textOf(layer, 'name') || id;
  const description = textToHtml(
    textOf(layer, 'description') || textOf(service, 'serviceDescription') || textOf(service, 'description'),
  );
  const extent = memberOf(layer, 'extent');
  return {
    id,
    title,
    description,
    version: null,
    metadata: toRemoteMetadata({
      title,
      description,
      keywords: textOf(about, 'Keywords').split(/[,;]/),
      themes: [textOf(about, 'Category')],
      publisher: textOf(about, 'Author'),
      attributions: [textOf(layer, 'copyrightText') || textOf(service, 'copyrightText')],
      modified: Number(revisionOf(layer)),
      references: [url],
      extras: { geometry_type: textOf(layer, 'geometryType'), extent: plainValue(extent) },
    }),
    resources: [],
    attachments: [],
    fields: layerFields(layer),
  };
}
