import { type MapView, project, type Size } from './geometry.ts';

/** A picture of the base map, where a map shows it. */
export interface Tile {
  readonly url: string;
  readonly left: number;
  readonly top: number;
  /** Its width and height in pixels. */
  readonly side: number;
}

const maxTileZoom = 19;
/** A very large map shows no tiles beyond this number. */
const maxTiles = 120;

/** The tiles that a view shows. `template` has the places `{z}`, `{x}` and `{y}`. */
export function tilesOf(template: string, { center, zoom }: MapView, { width, height }: Size): readonly Tile[] {
  const level = Math.min(maxTileZoom, Math.max(0, Math.round(zoom)));
  const count = 2 ** level;
  const side = 256 * 2 ** (zoom - level);
  const [x, y] = project(center).map((value) => value * 2 ** zoom) as [number, number];
  const [left, top] = [x - width / 2, y - height / 2];
  const columns = between(Math.floor(left / side), Math.floor((left + width) / side));
  const rows = between(Math.max(0, Math.floor(top / side)), Math.min(count - 1, Math.floor((top + height) / side)));
  return rows
    .flatMap((row) =>
      columns.map((column) => ({
        url: urlOf(template, level, ((column % count) + count) % count, row),
        left: column * side - left,
        top: row * side - top,
        side,
      })),
    )
    .slice(0, maxTiles);
}

const between = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_each, index) => first + index);

const urlOf = (template: string, z: number, x: number, y: number): string =>
  template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
