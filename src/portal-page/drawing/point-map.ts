import { fitted, h, svg } from '../dom.ts';
import {
  type Bounds,
  boundsOf,
  graticule,
  type MapView,
  moved,
  pixelOf,
  type Place,
  type Size,
  viewOf,
  zoomed,
} from '../map/geometry.ts';

/** Records at about the same place. */
export interface Cluster {
  readonly place: Place;
  readonly count: number;
}

/** The texts of a map. */
interface MapTexts {
  readonly label: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly whole: string;
  readonly clusterText: (cluster: Cluster) => string;
  readonly number: (value: number) => string;
}

const height = 360;

/**
 * A map of clusters over the land and lines of latitude and longitude, in Web Mercator. It is moved by dragging and by arrow keys, zoomed by buttons, + and −,
 * and by pressing a cluster. `clustersIn` reads the clusters of each view.
 */
export function pointMap(
  texts: MapTexts,
  bounds: Bounds,
  clustersIn: (view: MapView, size: Size) => Promise<readonly Cluster[]>,
  onError: (error: unknown) => void,
): HTMLElement {
  let size: Size = { width: 0, height };
  let view: MapView | undefined;
  let clusters: readonly Cluster[] = [];
  let timer = 0;
  const canvas = svg('svg', { class: 'map', role: 'application', tabindex: '0', 'aria-label': texts.label });

  const land = createLand();

  const draw = (): void => {
    if (!view) return;
    land.place(view, size);
    canvas.replaceChildren(land.shape, ...gridOf(view, size), ...clusters.flatMap((cluster) => dotsOf(cluster)));
  };
  const dotsOf = (cluster: Cluster): readonly SVGElement[] => {
    if (!view) return [];
    const [x, y] = pixelOf(view, size, cluster.place);
    const radius = cluster.count === 1 ? 6 : Math.min(26, 9 + 2.2 * Math.log2(cluster.count));
    const zoomTo = (): void => {
      if (view) show({ center: cluster.place, zoom: zoomed(view, 2).zoom });
    };
    return [
      svg(
        'g',
        { class: 'cluster', on: { click: zoomTo } },
        svg('title', {}, texts.clusterText(cluster)),
        svg('circle', { cx: x, cy: y, r: radius }),
        cluster.count > 1 && svg('text', { x, y: y + 4, 'text-anchor': 'middle' }, texts.number(cluster.count)),
      ),
    ];
  };
  const show = (next: MapView): void => {
    view = next;
    draw();
    clearTimeout(timer);
    timer = setTimeout(() => {
      clustersIn(next, size)
        .then((found) => {
          if (view !== next) return;
          clusters = found;
          draw();
        })
        .catch(onError);
    }, 150);
  };
  const change = (changed: (current: MapView) => MapView) => (): void => {
    if (view) show(changed(view));
  };
  const moveBy = (right: number, down: number) => change((current) => moved(current, size, [right, down]));
  const showAll = change(() => viewOf(bounds, size));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: moveBy(-60, 0),
    ArrowRight: moveBy(60, 0),
    ArrowUp: moveBy(0, -60),
    ArrowDown: moveBy(0, 60),
    '+': change((current) => zoomed(current, 1)),
    '=': change((current) => zoomed(current, 1)),
    '-': change((current) => zoomed(current, -1)),
    '0': showAll,
  };
  canvas.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  dragged(canvas, (right, down) => {
    moveBy(-right, -down)();
  });

  const button = (name: string, text: string, act: () => void) =>
    h('button', { type: 'button', title: name, 'aria-label': name, on: { click: act } }, text);
  const box = fitted((width) => {
    size = { width, height };
    for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
      canvas.setAttribute(name, String(value));
    show(view ?? viewOf(bounds, size));
    return canvas;
  }, 'fitted');
  return h(
    'div',
    { class: 'map-box' },
    box,
    h(
      'div',
      { class: 'map-buttons' },
      button(
        texts.zoomIn,
        '+',
        change((current) => zoomed(current, 1)),
      ),
      button(
        texts.zoomOut,
        '−',
        change((current) => zoomed(current, -1)),
      ),
      button(texts.whole, '⤢', showAll),
    ),
  );
}

/** Lines of latitude and longitude, with their degrees at the edges. */
function gridOf(view: MapView, size: Size): readonly SVGElement[] {
  const { south, west, north, east } = boundsOf(view, size);
  const meridians = graticule(west, east, Math.max(3, size.width / 130)).flatMap((lon) => {
    const [x] = pixelOf(view, size, { lat: view.center.lat, lon });
    return [
      svg('line', { class: 'grid', x1: x, x2: x, y1: 0, y2: size.height }),
      svg('text', { class: 'tick', x: x + 4, y: size.height - 6 }, degrees(lon, 'E', 'W')),
    ];
  });
  const parallels = graticule(south, north, Math.max(3, size.height / 100)).flatMap((lat) => {
    const [, y] = pixelOf(view, size, { lat, lon: view.center.lon });
    return [
      svg('line', { class: 'grid', x1: 0, x2: size.width, y1: y, y2: y }),
      svg('text', { class: 'tick', x: 6, y: y - 4 }, degrees(lat, 'N', 'S')),
    ];
  });
  return [...meridians, ...parallels];
}

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value)}°${value === 0 ? '' : value > 0 ? positive : negative}`;

/** Calls a function with the pixels that the pointer moved while it was pressed. */
function dragged(element: SVGElement, onMove: (right: number, down: number) => void): void {
  let last: PointerEvent | undefined;
  element.addEventListener('pointerdown', (event) => {
    last = event;
  });
  element.addEventListener('pointermove', (event) => {
    if (!last || event.buttons === 0) return;
    if (!element.hasPointerCapture(event.pointerId)) {
      // A press that hardly moves is a click on what is below it.
      if (Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < 4) return;
      element.setPointerCapture(event.pointerId);
    }
    onMove(event.clientX - last.clientX, event.clientY - last.clientY);
    last = event;
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(end, () => {
      last = undefined;
    });
}

/** The land below a map. */
interface Land {
  readonly shape: SVGElement;
  /** Moves the land to where a view shows it. */
  readonly place: (view: MapView, size: Size) => void;
}

/** Beyond this zoom the coast would be several pixels from where it is. */
const maxLandZoom = 7;
/** The width of the world in `land.svg`. */
const worldWidth = 8192;

/** Creates the land, and reads its outline, which only pages with a map need. A map without it is complete. */
function createLand(): Land {
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
