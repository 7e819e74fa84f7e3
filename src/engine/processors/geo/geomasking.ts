import { createHmac, randomBytes } from 'node:crypto';
import { type GeoPoint, parsePoint } from '#engine/geo/parse-geometry.ts';
import { destinationPoint } from '#engine/geo/sphere.ts';
import { createConversion } from './points.ts';
import { defineProcessor } from '../processor.ts';

/** The maximum distance in metres: half the circumference of the earth. */
const maxDistance = 20_000_000;
/** The number of values that 48 random bits can have. */
const uint48Count = 2 ** 48;
/** The steps to which coordinates are rounded: about a metre; more digits would suggest a false precision. */
const stepsPerDegree = 1e5;

/** Moves points in a random direction by a random distance between two bounds. All positions between the bounds are equally likely. */
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
    ...(maximum < minimum || maximum > maxDistance
      ? { maximum_distance: [`Give at least the minimum distance and at most ${maxDistance}.`] }
      : {}),
  }),
  prepare: ({ field, minimum_distance: minimum, maximum_distance: maximum, key }) =>
    createConversion(
      field,
      field,
      (value) => {
        const point = parsePoint(value);
        if (!point) return undefined;
        const [direction, areaFraction] = randomPair(point, key);
        const { lat, lon } = destinationPoint(
          point,
          2 * Math.PI * direction,
          Math.sqrt(minimum ** 2 + areaFraction * (maximum ** 2 - minimum ** 2)),
        );
        return {
          lat: Math.round(lat * stepsPerDegree) / stepsPerDegree,
          lon: Math.round(lon * stepsPerDegree) / stepsPerDegree,
        };
      },
      'This is not a point.',
    ),
});

/**
 * Two numbers of at least 0 and less than 1. Without a key they are random. With a key they are computed from the key and the point: the
 * same point always gives the same numbers, which cannot be predicted without the key.
 */
function randomPair({ lat, lon }: GeoPoint, key: string): [number, number] {
  const bytes =
    key === ''
      ? randomBytes(12)
      : createHmac('sha256', key)
          .update(`${String(lat)},${String(lon)}`)
          .digest();
  return [bytes.readUIntBE(0, 6) / uint48Count, bytes.readUIntBE(6, 6) / uint48Count];
}
