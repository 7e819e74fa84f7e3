import { expect, test } from '@jest/globals';
import { serve } from '../../platform/fetcher/web.ts';
import { readPortal } from './read-kind.ts';

const type = (name: string, more = '') =>
  `<wfs:FeatureType><wfs:Name>${name}</wfs:Name><wfs:Title>The ${name}</wfs:Title><wfs:Abstract>All</wfs:Abstract><ows:Keywords><ows:Keyword>oak</ows:Keyword></ows:Keywords>
  <wfs:DefaultCRS>urn:ogc:def:crs:EPSG::2154</wfs:DefaultCRS><ows:WGS84BoundingBox><ows:LowerCorner>1 2</ows:LowerCorner><ows:UpperCorner>3 5</ows:UpperCorner></ows:WGS84BoundingBox>
  <wfs:MetadataURL xlink:href="https://city.example/meta.xml"/>${more}</wfs:FeatureType>`;

const capabilities = (
  types: readonly string[],
  { formats = ['application/json'], more = '', version = '2.0.0' } = {},
) =>
  `<wfs:WFS_Capabilities xmlns:wfs="w" xmlns:ows="o" xmlns:xlink="x" version="${version}"><ows:ServiceProvider><ows:ProviderName>City</ows:ProviderName></ows:ServiceProvider>
  <ows:OperationsMetadata><ows:Operation name="GetFeature"><ows:Parameter name="outputFormat"><ows:AllowedValues>${formats.map((format) => `<ows:Value>${format}</ows:Value>`).join('')}</ows:AllowedValues></ows:Parameter></ows:Operation>${more}</ows:OperationsMetadata>
  <wfs:FeatureTypeList>${types.join('')}</wfs:FeatureTypeList></wfs:WFS_Capabilities>`;

async function readService(document: string, count = 0, settings: Record<string, boolean> = {}) {
  const host = await serve(({ url = '' }, response) => {
    const isHits = new URL(url, 'http://portal').searchParams.get('resultType') === 'hits';
    response.end(isHits ? `<wfs:FeatureCollection xmlns:wfs="w" numberMatched="${count}"/>` : document);
  });
  const read = await readPortal('wfs', { url: `http://${host}/ows?map=city&service=WFS`, ...settings }, [host]);
  return { ...read, host };
}

test('each type of features is a dataset with its features as GeoJSON', async () => {
  const { datasets, failures, total, host } = await readService(capabilities([type('trees'), type('')]));
  expect(total).toBe(2);
  expect(failures).toEqual([{ id: 'feature type 2', error: 'The type of features has no name.' }]);
  expect(datasets).toMatchObject([
    {
      id: 'trees',
      title: 'The trees',
      description: '<p>All</p>',
      metadata: {
        default: {
          keyword: ['oak'],
          publisher: 'City',
          references: `http://${host}/ows?map=city https://city.example/meta.xml`,
        },
        custom: { feature_type: 'trees', coordinate_system: 'urn:ogc:def:crs:EPSG::2154' },
        inspire: { extend_bounding_box_westbound_longitude: 1, extend_bounding_box_northbound_latitude: 5 },
      },
      resources: [
        {
          title: 'The trees',
          url: `http://${host}/ows?map=city&service=WFS&version=2.0.0&request=GetFeature&typeNames=trees&outputFormat=application%2Fjson&srsName=EPSG%3A4326`,
          extractor: { type: 'geojsonfile', params: {} },
        },
      ],
    },
  ]);
});

test('features of a service that sends only so many at once come in pages, or their absence is told', async () => {
  const more = '<ows:Constraint name="CountDefault"><ows:DefaultValue>100</ows:DefaultValue></ows:Constraint>';
  const { datasets } = await readService(capabilities([type('trees')], { more }), 250);
  expect(datasets[0]?.resources.map(({ url }) => new URL(url).searchParams.get('startIndex'))).toEqual([
    '0',
    '100',
    '200',
  ]);
  const old = await readService(capabilities([type('trees')], { more, version: '1.1.0' }), 250);
  expect(old).toMatchObject({
    datasets: [{ id: 'trees', resources: [] }],
    failures: [{ id: 'trees', isPartial: true, error: expect.stringContaining('250 features') }],
  });
});

test('a service without a format that is read here brings its descriptions, and says why no records', async () => {
  const document = capabilities([type('trees')], { formats: ['text/xml; subtype=gml/3.2'] });
  expect(await readService(document)).toMatchObject({
    datasets: [{ id: 'trees', resources: [] }],
    failures: [
      {
        id: 'trees',
        isPartial: true,
        error: expect.stringMatching(/no format that is read here \(text\/xml; subtype=gml/),
      },
    ],
  });
  expect(await readService(document, 0, { metadata_only: true })).toMatchObject({ failures: [] });
});

test('another service and an old version are refused', async () => {
  await expect(readService('<WMS_Capabilities version="1.3.0"/>')).rejects.toThrow(
    'in place of the capabilities of a WFS',
  );
  await expect(readService(capabilities([], { version: '1.0.0' }))).rejects.toThrow('speaks WFS 1.0.0');
});
