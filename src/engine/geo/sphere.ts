import type { GeoPoint } from './parse-geometry.ts';

/** The mean radius of the earth (IUGG), in metres. */
const radius = 6_371_008.8;

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
const toDegrees = (angle: number): number => (angle * 180) / Math.PI;

/** The great-circle distance between two points, in metres (haversine). */
export function distanceBetween(a: GeoPoint, b: GeoPoint): number {
  const [latA, latB] = [toRadians(a.lat), toRadians(b.lat)];
  const haversine =
    Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(toRadians(b.lon - a.lon) / 2) ** 2;
  return 2 * radius * Math.asin(Math.sqrt(Math.min(1, haversine)));
}

/** The point that lies at a distance in metres from another point, in a direction in radians, clockwise from north. */
export function destinationPoint({ lat, lon }: GeoPoint, direction: number, metres: number): GeoPoint {
  const [angle, start] = [metres / radius, toRadians(lat)];
  const sineOfLatitude = Math.sin(start) * Math.cos(angle) + Math.cos(start) * Math.sin(angle) * Math.cos(direction);
  const longitudeDifference = Math.atan2(
    Math.sin(direction) * Math.sin(angle) * Math.cos(start),
    Math.cos(angle) - Math.sin(start) * sineOfLatitude,
  );
  const longitude = lon + toDegrees(longitudeDifference);
  return {
    lat: toDegrees(Math.asin(Math.max(-1, Math.min(1, sineOfLatitude)))),
    lon: longitude - 360 * Math.round(longitude / 360),
  };
}
