import { createHmac, randomBytes } from 'node:crypto';
import { readPoint, type GeoPoint } from '../../geo/processing/read-point.ts';
import { pointFrom } from '../../geo/processing/sphere.ts';
import { convertValue } from './convert-value.ts';
import { defineProcessor } from '../processor.ts';

/** The maximum distance in metres: half the circumference of the earth. */
const farthest = 20_000_000;
const whole = 2 ** 48;
/** Five decimals of a degree, about a metre: more digits would suggest a false precision. */
const decimals = 1e5;

/** Moves points in a random direction by a random distance between two bounds, uniformly over the area in between. */
export const geomasking = defineProcessor({
  type: 'geomasking',
  label: 'Geomasking',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', description: 'The points to mask.', isMandatory: true },
    {
      name: 'minimum_distance',
      type: 'double',
      label: 'Minimum distance',
      description: 'In metres.',
      isMandatory: false,
      default: '1000',
    },
    {
      name: 'maximum_distance',
      type: 'double',
      label: 'Maximum distance',
      description: 'In metres.',
      isMandatory: false,
      default: '3000',
    },
    {
      name: 'key',
      type: 'text',
      label: 'Key',
      description:
        'A secret text. With a key, a point moves to the same place in every run. Without one, a reader who compares many runs can infer its position.',
      isMandatory: false,
      default: '',
    },
  ],
  check: ({ minimum_distance: minimum, maximum_distance: maximum }) => ({
    ...(minimum < 0 ? { minimum_distance: ['Give 0 or more.'] } : {}),
    ...(maximum < minimum || maximum > farthest
      ? { maximum_distance: [`Give at least the minimum distance and at most ${farthest}.`] }
      : {}),
  }),
  prepare: ({ field, minimum_distance: minimum, maximum_distance: maximum, key }) =>
    convertValue(
      field,
      field,
      (value) => {
        const point = readPoint(value);
        if (!point) return undefined;
        const [direction, share] = chances(point, key);
        const { lat, lon } = pointFrom(
          point,
          2 * Math.PI * direction,
          Math.sqrt(minimum ** 2 + share * (maximum ** 2 - minimum ** 2)),
        );
        return { lat: Math.round(lat * decimals) / decimals, lon: Math.round(lon * decimals) / decimals };
      },
      'This is not a point.',
    ),
});

/** Two numbers from 0 to 1 that cannot be predicted without the key. */
function chances({ lat, lon }: GeoPoint, key: string): [number, number] {
  const bytes =
    key === ''
      ? randomBytes(12)
      : createHmac('sha256', key)
          .update(`${String(lat)},${String(lon)}`)
          .digest();
  return [bytes.readUIntBE(0, 6) / whole, bytes.readUIntBE(6, 6) / whole];
}
