import { type RawParams, requireParameters } from '../parameters.ts';
import { defineExtractor, type Extraction } from './extractor.ts';
import { jsonfile } from './json/jsonfile.ts';
import type { Readable } from 'node:stream';
import { type DataRecord, isRecord } from '../records/record.ts';

const jcdecauxParameters = [
  {
    name: 'contract',
    type: 'text',
    label: 'Contract',
    description: 'The city, as the provider names its contract; all cities when empty.',
    isMandatory: false,
    default: '',
    trim: 'true',
  },
  {
    name: 'api_key',
    type: 'text',
    label: 'API key',
    description: 'The key that the provider gives to developers.',
    isMandatory: true,
    trim: 'true',
  },
  {
    name: 'url',
    type: 'text',
    label: 'Address',
    description: "The address of the provider's API.",
    isMandatory: false,
    isHidden: true,
    default: 'https://api.jcdecaux.com/vls/v1',
    trim: 'true',
  },
] as const;

async function* extract(content: Readable, _params: unknown, extraction: Extraction): AsyncGenerator<DataRecord[]> {
  for await (const batch of jsonfile.extract(content, {}, extraction)) yield batch.map(normalizeStation);
}

/** Converts the point and the time of a station to the form of fields. The first version of the API writes times in milliseconds since 1970. */
function normalizeStation(station: DataRecord): DataRecord {
  const { position, last_update: updated } = station;
  return {
    ...station,
    ...(isRecord(position) && { position: pointOf(position) }),
    ...(typeof updated === 'number' && { last_update: isoTime(updated) }),
  };
}

/** The first version of the API writes lat and lng, the third latitude and longitude. */
const pointOf = (position: DataRecord): DataRecord => {
  const [lat, lon] = [position['lat'] ?? position['latitude'], position['lng'] ?? position['longitude']];
  return lat === undefined || lon === undefined ? position : { lat, lon };
};

function isoTime(milliseconds: number): string | null {
  const time = new Date(milliseconds);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The stations of the bike-share provider, as its API returns them. */
export const jcdecaux = defineExtractor({
  type: 'jcdecaux',
  label: 'JCDecaux',
  parameters: jcdecauxParameters,
  extensions: [],
  confidence: () => 0,
  guess: () => ({}),
  extract,
});

const realtimeParameters = [
  {
    name: 'is_enabled',
    type: 'boolean',
    label: 'Enabled',
    description: 'Takes the records that are pushed.',
    isMandatory: false,
    default: 'true',
  },
] as const;

/** Records that clients push. The content is the log of these records, a JSON array. */
export const realtime = defineExtractor({
  type: 'realtime',
  label: 'Realtime',
  parameters: realtimeParameters,
  extensions: [],
  confidence: () => 0,
  guess: () => ({ is_enabled: true }),
  extract: (content, _params, extraction) => jsonfile.extract(content, {}, extraction),
});

/** Whether clients push the records of a resource. */
export const isRealtime = ({ type }: { readonly type: string }): boolean => type === realtime.type;

/** Whether a resource with these parameters accepts pushed records. */
export const acceptsRecords = (params: RawParams): boolean => requireParameters(realtimeParameters, params).is_enabled;

const gbfsParameters = [
  {
    name: 'url',
    type: 'text',
    label: 'Address',
    description: "The address of the system's discovery file, gbfs.json.",
    isMandatory: true,
    trim: 'true',
  },
] as const;

/** The stations or vehicles of a bike-share system; the content is JSON lines, which join the feeds of the system. */
export const gbfs = defineExtractor({
  type: 'gbfs',
  label: 'Bike-share feed (GBFS)',
  parameters: gbfsParameters,
  extensions: [],
  confidence: () => 0,
  guess: () => ({}),
  extract: (content, _params, extraction) => jsonfile.extract(content, {}, extraction),
});

/** The records of a dataset of another catalog, as its export sends them: JSON lines. */
export const federated = defineExtractor({
  type: 'federated',
  label: 'Federated dataset',
  parameters: [],
  extensions: [],
  confidence: () => 0,
  guess: () => ({}),
  extract: (content, _params, extraction) => jsonfile.extract(content, {}, extraction),
});
