import { contains, type MapView, pixelOf, type Size } from './geometry.ts';

/** The names on maps, the most important first. Degrees are in hundredths. */
export interface Places {
  /** The code of a country (ISO 3166), where its name is, and the width that it may have there, in thousandths of the pixels of zoom 0. */
  readonly countries: readonly (readonly [code: string, lat: number, lon: number, width: number])[];
  /** The name of a city, the zoom from which on it is shown, and its place. */
  readonly cities: readonly (readonly [name: string, zoom: number, lat: number, lon: number])[];
}

/** What a name covers of a map, in pixels. */
export interface Label {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A name on a map. */
export interface ShownPlace {
  readonly kind: 'country' | 'city';
  readonly name: string;
  readonly pixel: readonly [x: number, y: number];
}

/** The maximum number of names on a map. */
const maxNames = 80;
/** Beyond these zooms a country is larger than the map, and a city is not where its dot would be. */
const maxZoom = { country: 6.5, city: 10 } as const;
/** About the width of a letter, and the height of a line, in pixels. */
const letter = { country: 8, city: 6.2, height: 13 } as const;

/** What the name of a city covers, to the right of its dot, with room around it. */
export function cityLabel(name: string, [x, y]: readonly [number, number], room = 0): Label {
  const [width, height] = [name.length * letter.city + 10, letter.height];
  return {
    left: x - 5 - width * room,
    right: x + width * (1 + room),
    top: y - height / 2 - height * room,
    bottom: y + height / 2 + height * room,
  };
}

function countryLabel(name: string, [x, y]: readonly [number, number]): Label {
  const [width, height] = [name.length * letter.country, letter.height];
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/** Whether names cover one another. */
export const overlaps = (one: Label, other: Label): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The names that a map shows: countries in which their name fits, and cities whose name covers none of them. */
export function shownPlaces(
  { countries, cities }: Places,
  view: MapView,
  size: Size,
  nameOf: (code: string) => string | undefined,
): readonly ShownPlace[] {
  const shown: ShownPlace[] = [];
  const labels: Label[] = [];
  const pixelAt = (lat: number, lon: number): readonly [number, number] | undefined => {
    const place = { lat: lat / 100, lon: lon / 100 };
    return contains(view, size, place) ? pixelOf(view, size, place) : undefined;
  };
  const scale = 2 ** view.zoom / 1000;
  for (const [code, lat, lon, width] of view.zoom > maxZoom.country ? [] : countries) {
    const name = nameOf(code);
    // a name may be somewhat wider than its country
    if (name === undefined || name.length * letter.country > width * scale * 1.5) continue;
    const pixel = pixelAt(lat, lon);
    const label = pixel && countryLabel(name, pixel);
    if (!label || labels.some((other) => overlaps(label, other))) continue;
    labels.push(label);
    shown.push({ kind: 'country', name, pixel });
  }
  const countryLabels = labels.slice();
  for (const [name, zoom, lat, lon] of view.zoom > maxZoom.city ? [] : cities) {
    // the cities are in the order of their zooms
    if (zoom > view.zoom || shown.length >= maxNames) break;
    const pixel = pixelAt(lat, lon);
    const label = pixel && cityLabel(name, pixel);
    if (label && !countryLabels.some((other) => overlaps(label, other))) shown.push({ kind: 'city', name, pixel });
  }
  return shown;
}

/** Reads the file of the names; undefined for any other text. */
export function readPlaces(text: string): Places | undefined {
  const parsed: unknown = JSON.parse(text);
  return isPlaces(parsed) ? parsed : undefined;
}

const isPlaces = (value: unknown): value is Places =>
  typeof value === 'object' &&
  value !== null &&
  'countries' in value &&
  'cities' in value &&
  Array.isArray(value.countries) &&
  Array.isArray(value.cities);
