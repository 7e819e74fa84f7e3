import { useEffect, useMemo, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { type MapView, pixelOf, type Size } from './geometry.ts';
import { readPlaces, shownPlaces } from './places.ts';
import { tilesOf } from './tiles.ts';

/** Beyond this zoom the coast would be several pixels from where it is. */
const maxLandZoom = 7;
/** The width of the world in `land.svg`. */
const worldWidth = 8192;

/** What is below the data of a map: the tiles of the portal, else the outline of the land with the names of countries and cities. */
export function BaseMap(shown: { readonly view: MapView; readonly size: Size }) {
  const { mapTiles } = usePage();
  if (mapTiles) return <Tiles template={mapTiles.url} {...shown} />;
  return (
    <>
      <Land {...shown} />
      <Names {...shown} />
    </>
  );
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
  const outline = useFile('land.svg', readOutline);
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

/** The names of countries, in the language of the page, and of cities, as Natural Earth writes them. */
function Names({ view, size }: { readonly view: MapView; readonly size: Size }) {
  const { language } = usePage();
  const places = useFile('places.json', readPlaces);
  const regions = useMemo(() => new Intl.DisplayNames(language.code, { type: 'region' }), [language.code]);
  if (!places) return null;
  return (
    <g aria-hidden="true">
      {shownPlaces(places, view, size, (code) => regions.of(code)).map(({ kind, name, pixel: [x, y] }) =>
        kind === 'country' ? (
          <text class="country" x={x} y={y + 4} text-anchor="middle">
            {name}
          </text>
        ) : (
          <g class="city" transform={`translate(${x} ${y})`}>
            <circle r={2} />
            <text x={5} y={4}>
              {name}
            </text>
          </g>
        ),
      )}
    </g>
  );
}

/** The path of the outline in its file. */
const readOutline = (text: string): string | undefined => / d="([^"]*)"/.exec(text)?.[1];

/** What a file of the page has, which only pages with a map read, and browsers keep. A map without it is complete. */
function useFile<Content>(name: string, read: (text: string) => Content | undefined): Content | undefined {
  const { asset } = usePage();
  const [content, setContent] = useState<{ readonly read: Content | undefined }>();
  useEffect(() => {
    const load = async (): Promise<void> => {
      const response = await fetch(asset(name));
      if (response.ok) setContent({ read: read(await response.text()) });
    };
    load().catch(() => undefined);
  }, []);
  return content?.read;
}
