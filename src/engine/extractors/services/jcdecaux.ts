import type { Readable } from 'node:stream';
import { isRecord, type DataRecord } from '#engine/records/record.ts';
import { defineExtractor, type Extraction } from '../extractor.ts';
import { jsonfile } from '../json/jsonfile.ts';

const parameters = [
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
    hidden: true,
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
  parameters,
  extensions: [],
  confidence: () => 0,
  guess: () => ({}),
  extract,
});
