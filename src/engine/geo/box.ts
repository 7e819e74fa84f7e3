/** A bounding box: west, south, east and north. */
export type Box = [west: number, south: number, east: number, north: number];

/** The bounding box of positions. */
export function boxOf(positions: Iterable<readonly number[]>): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = NaN, y = NaN] of positions) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}
