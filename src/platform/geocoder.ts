import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createSemaphore } from '#kernel/semaphore.ts';
import { truncate } from '#kernel/text.ts';
import { readJsonResponse } from './datasources/provider-requests.ts';
import type { Fetcher } from './fetcher/fetcher.ts';

/** A place with a name. */
export interface Place {
  readonly name: string;
  /** Degrees of WGS 84. */
  readonly lat: number;
  readonly lon: number;
  /** Whose data the place is from, as the server asks to say; null where it does not. */
  readonly attribution: string | null;
}

/** A question to the geocoder; `language` is that of the names. */
export type PlaceQuestion = { readonly language: string } & (
  { readonly search: string } | { readonly lat: number; readonly lon: number }
);

/** Finds places by their names, and the other way round. */
export interface Geocoder {
  /** The places that answer a question, the best first. `beforeRequest` runs unless the answer is remembered. Throws where the server does not answer. */
  find(question: PlaceQuestion, beforeRequest: () => Promise<void>): Promise<readonly Place[]>;
}

/** Where a geocoder is, and how it is asked. */
interface GeocoderSettings {
  /** The address of a server with the interface of Nominatim. */
  readonly url: string;
  readonly fetcher: Fetcher;
  /** The address of this service, which its requests name; undefined when it is not set. */
  readonly publicUrl: string | undefined;
}

const maxPlaces = 8;
const maxNameLength = 300;
const maxAnswerBytes = 200_000;
const timeoutMs = 5_000;
const maxRequests = 4;
const maxWaiting = 100;
/** How long an answer is remembered, and the bytes of all that are. */
const rememberedMs = 10 * 60_000;
const maxRememberedBytes = 1024 * 1024;

/** Creates the client of a server with the interface of Nominatim. */
export function createGeocoder({ url, fetcher, publicUrl }: GeocoderSettings): Geocoder {
  const remembered = new LRUCache<string, readonly Place[]>({
    maxSize: maxRememberedBytes,
    ttl: rememberedMs,
    sizeCalculation: (places, key) => 2 * (key.length + JSON.stringify(places).length),
  });
  const slots = createSemaphore(maxRequests);
  const headers = {
    accept: 'application/json',
    'user-agent': publicUrl === undefined ? 'Catalograph' : `Catalograph (${publicUrl})`,
  };

  const ask = async (address: string): Promise<readonly Place[]> => {
    if (slots.waitingCount() >= maxWaiting) throw new Error('Too many questions wait for the geocoder.');
    const signal = AbortSignal.timeout(timeoutMs);
    const fetched = await slots(() => fetcher.fetch(address, { headers, maxBytes: maxAnswerBytes, signal }), {
      signal,
    });
    const found = await readJsonResponse(fetched, answerSchema);
    return (Array.isArray(found) ? found : [found]).flatMap(toPlace).slice(0, maxPlaces);
  };
  return {
    async find(question, beforeRequest) {
      const address = addressOf(url, question);
      const known = remembered.get(address);
      if (known) return known;
      await beforeRequest();
      const places = await ask(address);
      remembered.set(address, places);
      return places;
    },
  };
}

/** The address that answers a question. */
function addressOf(url: string, { language, ...question }: PlaceQuestion): string {
  const [path, parameters] =
    'search' in question
      ? ['search', { q: question.search, limit: String(maxPlaces) }]
      : ['reverse', { lat: question.lat.toFixed(5), lon: question.lon.toFixed(5) }];
  const query = new URLSearchParams({ format: 'jsonv2', 'accept-language': language, ...parameters });
  return `${url}/${path}?${query.toString()}`;
}

const degrees = z.union([z.string().max(40), z.number()]).transform(Number);
const placeSchema = z.object({
  display_name: z.string(),
  lat: degrees,
  lon: degrees,
  licence: z.string().optional(),
});
/** A place that was not found is an error, or an empty list. */
const answerSchema = z.union([z.array(placeSchema), placeSchema, z.object({ error: z.unknown() })]);

type FoundPlace = z.infer<typeof placeSchema> | { readonly error: unknown };

function toPlace(found: FoundPlace): Place[] {
  if (!('display_name' in found)) return [];
  const { display_name: name, lat, lon, licence } = found;
  const isPlace = name.trim() !== '' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isPlace
    ? [
        {
          name: truncate(name, maxNameLength),
          lat,
          lon,
          attribution: licence ? truncate(licence, maxNameLength) : null,
        },
      ]
    : [];
}
