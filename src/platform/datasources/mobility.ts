import { Readable } from 'node:stream';
import { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { Fetcher } from '../fetcher/fetcher.ts';
import { fetchWithRetry, maxMetadataBytes, readJsonResponse } from './provider-requests.ts';
import type { DatasourceClient } from './datasource-client.ts';
import { toDatasourceResponse } from './http.ts';

/** A bike-share system, named by its GBFS discovery file. */
export interface GbfsSettings {
  readonly type: 'gbfs';
  readonly url: string;
}

/** The size limit of a feed, in bytes. The stations of a large city take about one megabyte. */
const maxFeedBytes = 16 * 2 ** 20;

const feeds = z.array(z.object({ name: z.string(), url: z.string() }));
/** The content of gbfs.json: one list of feeds since version 3, one list for each language in earlier versions. */
const discoveryResponse = z.object({
  data: z.union([
    z.object({ feeds }),
    z
      .record(z.string(), z.object({ feeds }))
      .transform((byLanguage) => ({ feeds: Object.values(byLanguage)[0]?.feeds ?? [] })),
  ]),
});

const records = z.array(z.custom<JsonObject>(isJsonObject));
const stationsResponse = z.object({ data: z.object({ stations: records }) }).transform(({ data }) => data.stations);
/** The content of free_bike_status.json, which lists bikes, or of vehicle_status.json (version 3), which lists vehicles. */
const vehiclesResponse = z
  .object({
    data: z.union([
      z.object({ vehicles: records }),
      z.object({ bikes: records }).transform(({ bikes }) => ({ vehicles: bikes })),
    ]),
  })
  .transform(({ data }) => data.vehicles);

/**
 * Reads the stations of a bike-share system with their current state, or its vehicles when it has no stations, as JSON lines
 * (General Bikeshare Feed Specification, versions 1 to 3). The feeds may be on other hosts; no secrets are sent.
 */
export const gbfsClient: DatasourceClient<GbfsSettings> = {
  async openStream({ url }, { fetcher }, { signal }) {
    const { data } = await readJsonResponse(
      await fetchWithRetry(fetcher, url, { signal, maxBytes: maxMetadataBytes }),
      discoveryResponse,
    );
    const addressOf = (...names: readonly string[]): string | undefined => {
      const feed = data.feeds.find(({ name }) => names.includes(name));
      return (
        feed &&
        (URL.parse(feed.url, url)?.href ??
          fail('SOURCE_FAILED', { reason: 'the list of feeds contains an invalid address.' }))
      );
    };
    const read = feedReader(fetcher, signal);
    const information = addressOf('station_information');
    const vehicleStatus = addressOf('vehicle_status', 'free_bike_status');
    if (information === undefined && vehicleStatus === undefined)
      fail('SOURCE_FAILED', {
        reason: 'the list of feeds names neither stations nor vehicles. Give the address of gbfs.json.',
      });
    const stationRecords = await readStations(read, information, addressOf('station_status'));
    const usesVehicles = stationRecords.length === 0 && vehicleStatus !== undefined;
    const feedRecords = usesVehicles ? await read(vehicleStatus, vehiclesResponse) : stationRecords;
    return {
      filename: 'gbfs.jsonl',
      mimetype: 'application/x-ndjson',
      size: null,
      validators: { etag: null, lastModified: null },
      content: Readable.from(toJsonLines(feedRecords), { objectMode: false }),
    };
  },
};

type ReadFeed = (address: string, schema: z.ZodType<readonly JsonObject[]>) => Promise<readonly JsonObject[]>;

const feedReader =
  (fetcher: Fetcher, signal: AbortSignal): ReadFeed =>
  async (address, schema) =>
    readJsonResponse(await fetchWithRetry(fetcher, address, { signal, maxBytes: maxFeedBytes }), schema);

/** The information of each station, merged with its status if published. */
async function readStations(
  read: ReadFeed,
  information: string | undefined,
  status: string | undefined,
): Promise<readonly JsonObject[]> {
  if (information === undefined) return [];
  const stationInformation = await read(information, stationsResponse);
  const states = new Map(
    (status === undefined ? [] : await read(status, stationsResponse)).map((state) => [stationIdOf(state), state]),
  );
  return stationInformation.map((station) => ({ ...station, ...states.get(stationIdOf(station)) }));
}

/** The identifier of a station; a number becomes a text, so that both feeds have equal identifiers. */
const stationIdOf = ({ station_id: id = null }: JsonObject): Json => (typeof id === 'number' ? String(id) : id);

function* toJsonLines(feedRecords: readonly JsonObject[]): Generator<string> {
  for (const record of feedRecords) yield `${JSON.stringify(toGbfsRecord(record))}\n`;
}

/**
 * Converts a station or a vehicle to a record. `position` holds the point. `last_reported` is in ISO 8601; feeds before version 3 have
 * seconds since 1970. A translated text (since version 3) becomes its first translation.
 */
export function toGbfsRecord(record: JsonObject): JsonObject {
  const { lat, lon } = record;
  const published = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, normalizeValue(name, value)]),
  );
  return typeof lat === 'number' && typeof lon === 'number' ? { ...published, position: { lat, lon } } : published;
}

function normalizeValue(name: string, value: Json): Json {
  if (name === 'last_reported' && typeof value === 'number') return isoTime(value);
  const [first] = isList(value) ? value : [];
  return isJsonObject(first) && typeof first['text'] === 'string' && typeof first['language'] === 'string'
    ? first['text']
    : value;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function isoTime(seconds: number): string | null {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The bike-share stations of JCDecaux, as JSON. */
export interface JcdecauxSettings {
  readonly type: 'jcdecaux';
  /** The address of the provider's API. */
  readonly url: string;
  /** The city, as the provider names its contract; empty for all cities. */
  readonly contract: string;
  readonly apiKey: string;
}

/** Reads the bike-share stations of JCDecaux: `GET /stations` of its API, whose key is a query parameter. */
export const jcdecauxClient: DatasourceClient<JcdecauxSettings> = {
  async openStream({ url, contract, apiKey }, { fetcher }, { signal, validators }) {
    const query = new URLSearchParams({ ...(contract !== '' && { contract }), apiKey });
    const response = toDatasourceResponse(
      await fetchWithRetry(fetcher, `${url.replace(/\/+$/, '')}/stations?${query.toString()}`, { signal, validators }),
    );
    return response && { ...response, filename: 'stations.json' };
  },
};
