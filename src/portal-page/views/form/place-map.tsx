import { useEffect, useRef, useState } from 'preact/hooks';
import {
  boundsOf,
  graticule,
  type MapView,
  moved,
  pixelOf,
  type Place,
  placeAt,
  type Size,
  zoomed,
} from '#portal-page/drawing/geometry.ts';
import { useLanguage, usePage } from '#portal-page/page-context.ts';

const height = 320;
const world: MapView = { center: { lat: 25, lon: 8 }, zoom: 1 };
/** How far a map is zoomed in when a place comes from elsewhere. */
const placeZoom = 14;
/** The width of the world in `land.svg`, and the zoom beyond which its coast would be several pixels from where it is. */
const land = { width: 8192, maxZoom: 7 };
/** A press that moves less than this is a tap. */
const tapPixels = 5;

/**
 * A map on which a place is tapped. It is moved by dragging and by arrow keys, zoomed by buttons, + and −; Enter takes the place in its middle.
 * Those who cannot use it write degrees.
 */
export function PlaceMap({
  label,
  place,
  pick,
}: {
  readonly label: string;
  readonly place: Place | undefined;
  readonly pick: (place: Place) => void;
}) {
  const { t } = useLanguage();
  const [view, setView] = useState(world);
  const [width, setWidth] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const press = useRef<{ x: number; y: number; hasMoved: boolean } | undefined>(undefined);
  const picked = useRef<Place | undefined>(undefined);
  const outline = useOutline();
  const size: Size = { width, height };

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(Math.floor(element.clientWidth));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  // a place that was not tapped here is shown in the middle
  useEffect(() => {
    if (
      !place ||
      (picked.current?.lat.toFixed(6) === place.lat.toFixed(6) &&
        picked.current.lon.toFixed(6) === place.lon.toFixed(6))
    )
      return;
    setView(({ zoom }) => ({ center: place, zoom: Math.max(zoom, placeZoom) }));
  }, [place?.lat, place?.lon]);

  const take = (pixel: readonly [number, number]): void => {
    const taken = placeAt(view, size, pixel);
    picked.current = taken;
    pick(taken);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => {
      setView(moved(view, size, [-40, 0]));
    },
    ArrowRight: () => {
      setView(moved(view, size, [40, 0]));
    },
    ArrowUp: () => {
      setView(moved(view, size, [0, -40]));
    },
    ArrowDown: () => {
      setView(moved(view, size, [0, 40]));
    },
    '+': () => {
      setView(zoomed(view, 1));
    },
    '=': () => {
      setView(zoomed(view, 1));
    },
    '-': () => {
      setView(zoomed(view, -1));
    },
    Enter: () => {
      take([width / 2, height / 2]);
    },
    ' ': () => {
      take([width / 2, height / 2]);
    },
  };
  const [x, y] = place ? pixelOf(view, size, place) : [-100, -100];
  const [landX, landY] = pixelOf(view, size, { lat: 0, lon: 0 });
  return (
    <div class="map-box place-map">
      <div class="fitted" ref={box}>
        <svg
          class="map"
          role="application"
          tabIndex={0}
          aria-label={label}
          width="100%"
          height={height}
          onKeyDown={(event) => {
            const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
            if (!act) return;
            event.preventDefault();
            act();
          }}
          onPointerDown={({ clientX, clientY }) => {
            press.current = { x: clientX, y: clientY, hasMoved: false };
          }}
          onPointerMove={({ currentTarget, pointerId, clientX, clientY, buttons }) => {
            const last = press.current;
            if (!last || buttons === 0) return;
            const [right, down] = [clientX - last.x, clientY - last.y];
            if (!last.hasMoved && Math.hypot(right, down) < tapPixels) return;
            currentTarget.setPointerCapture(pointerId);
            press.current = { x: clientX, y: clientY, hasMoved: true };
            setView(moved(view, size, [-right, -down]));
          }}
          onPointerUp={({ currentTarget, clientX, clientY }) => {
            const isTap = press.current?.hasMoved === false;
            press.current = undefined;
            if (!isTap) return;
            const { left, top } = currentTarget.getBoundingClientRect();
            take([clientX - left, clientY - top]);
          }}
          onPointerCancel={() => {
            press.current = undefined;
          }}
        >
          <path
            class="land"
            vector-effect="non-scaling-stroke"
            d={outline}
            transform={`translate(${landX} ${landY}) scale(${(256 * 2 ** view.zoom) / land.width})`}
            display={view.zoom > land.maxZoom ? 'none' : 'inline'}
          />
          {width > 0 && <Grid view={view} size={size} />}
          <path class="crosshair" d={`M${width / 2 - 9} ${height / 2}h18M${width / 2} ${height / 2 - 9}v18`} />
          {place && <path class="pin" d={`M${x} ${y}l-9 -17a10 10 0 1 1 18 0z`} />}
        </svg>
      </div>
      <div class="map-buttons">
        <button type="button" aria-label={t('zoomIn')} title={t('zoomIn')} onClick={keys['+']}>
          +
        </button>
        <button type="button" aria-label={t('zoomOut')} title={t('zoomOut')} onClick={keys['-']}>
          −
        </button>
      </div>
    </div>
  );
}

/** Lines of latitude and longitude. */
function Grid({ view, size }: { readonly view: MapView; readonly size: Size }) {
  const { south, west, north, east } = boundsOf(view, size);
  const meridians = graticule(west, east, Math.max(3, size.width / 130));
  const parallels = graticule(south, north, Math.max(3, size.height / 100));
  return (
    <g>
      {meridians.map((lon) => {
        const [x] = pixelOf(view, size, { lat: view.center.lat, lon });
        return <line key={`x${lon}`} class="grid" x1={x} x2={x} y1={0} y2={size.height} />;
      })}
      {parallels.map((lat) => {
        const [, y] = pixelOf(view, size, { lat, lon: view.center.lon });
        return <line key={`y${lat}`} class="grid" x1={0} x2={size.width} y1={y} y2={y} />;
      })}
    </g>
  );
}

/** The outline of the land, once it is read. A map without it is complete. */
function useOutline(): string {
  const { asset } = usePage();
  const [outline, setOutline] = useState('');
  useEffect(() => {
    fetch(asset('land.svg'))
      .then(async (response) => {
        if (response.ok) setOutline(/ d="([^"]*)"/.exec(await response.text())?.[1] ?? '');
      })
      .catch(() => undefined);
  }, []);
  return outline;
}
