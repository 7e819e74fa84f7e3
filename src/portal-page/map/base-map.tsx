import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { type MapView, pixelOf, type Size } from './geometry.ts';
import { tilesOf } from './tiles.ts';

/** Beyond this zoom the coast would be several pixels from where it is. */
const maxLandZoom = 7;
/** The width of the world in `land.svg`. */
const worldWidth = 8192;

/** What is below the data of a map: the tiles of the portal, else the outline of the land. */
export function BaseMap(shown: { readonly view: MapView; readonly size: Size }) {
  const { mapTiles } = usePage();
  return mapTiles ? <Tiles template={mapTiles.url} {...shown} /> : <Land {...shown} />;
}

function Tiles({ template, view, size }: { readonly template: string; readonly view: MapView; readonly size: Size }) {
  return (
    <g aria-hidden="true">
      {tilesOf(template, view, size).map(({ url, left, top, side }) => (
        <image key={`${url} ${Math.round(left / side)}`} href={url} x={left} y={top} width={side} height={side} />
      ))}
    </g>
  );
}

/** The outline of the land, as long as a map shows more than a region. */
function Land({ view, size }: { readonly view: MapView; readonly size: Size }) {
  const outline = useOutline();
  const [x, y] = pixelOf(view, size, { lat: 0, lon: 0 });
  return (
    <path
      class="land"
      vector-effect="non-scaling-stroke"
      d={outline}
      transform={`translate(${x} ${y}) scale(${(256 * 2 ** view.zoom) / worldWidth})`}
      display={view.zoom > maxLandZoom ? 'none' : 'inline'}
    />
  );
}

/** The outline of the land, which only pages with a map read, and browsers keep. A map without it is complete. */
function useOutline(): string | undefined {
  const { asset } = usePage();
  const [outline, setOutline] = useState<string>();
  useEffect(() => {
    readOutline(asset('land.svg')).then(setOutline, () => undefined);
  }, []);
  return outline;
}

async function readOutline(address: string): Promise<string> {
  const response = await fetch(address);
  return response.ok ? (/ d="([^"]*)"/.exec(await response.text())?.[1] ?? '') : '';
}
