import { svg } from '../dom/element.ts';
import { pixelOf, type MapView, type Size } from './mercator.ts';

/** The land below a map. */
export interface Land {
  readonly shape: SVGElement;
  /** Moves the land to where a view shows it. */
  readonly place: (view: MapView, size: Size) => void;
}

/** Beyond this zoom the coast would be several pixels from where it is. */
const maxLandZoom = 7;
/** The width of the world in `land.svg`. */
const worldWidth = 8192;

/** Creates the land, and reads its outline, which only pages with a map need. A map without it is complete. */
export function createLand(): Land {
  const shape = svg('path', { class: 'land', 'vector-effect': 'non-scaling-stroke' });
  readOutline()
    .then((outline) => {
      shape.setAttribute('d', outline);
    })
    .catch(() => undefined);
  return {
    shape,
    place(view, size) {
      const [x, y] = pixelOf(view, size, { lat: 0, lon: 0 });
      shape.setAttribute('transform', `translate(${x} ${y}) scale(${(256 * 2 ** view.zoom) / worldWidth})`);
      shape.setAttribute('display', view.zoom > maxLandZoom ? 'none' : 'inline');
    },
  };
}

/** Reads the outline from the file that the document names. */
async function readOutline(): Promise<string> {
  const response = await fetch(document.querySelector<HTMLMetaElement>('meta[name="land"]')?.content ?? '');
  return response.ok ? (/ d="([^"]*)"/.exec(await response.text())?.[1] ?? '') : '';
}
