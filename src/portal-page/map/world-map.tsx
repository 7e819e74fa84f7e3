import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../page-context.ts';
import { RichText } from '../rich-text.tsx';
import {
  type Bounds,
  boundsOf,
  graticule,
  type MapView,
  moved,
  pixelOf,
  type Place,
  placeAt,
  type Size,
  viewOf,
  world,
  zoomed,
  zoomedAt,
} from './geometry.ts';
import { BaseMap } from './base-map.tsx';
import { pixelIn, useGestures } from './use-gestures.ts';

/** What a map shows now, for what is drawn on it. */
export interface DrawnMap {
  readonly view: MapView;
  readonly size: Size;
  readonly pixel: (place: Place) => readonly [number, number];
  /** Shows another part of the world. */
  readonly show: (view: MapView) => void;
}

/** The size with which a map is rendered before its box is known. */
export const firstSize: Size = { width: 720, height: 360 };

/**
 * A map in Web Mercator over tiles, where the portal has them, else over the outline of the land. It is moved by dragging, two fingers and arrow keys, and zoomed by
 * buttons, two fingers, + and −.
 */
export function WorldMap({
  label,
  bounds = world,
  onView,
  onPick,
  children,
}: {
  /** What screen readers say. */
  readonly label: string;
  /** What the map shows at first. Default: the world. */
  readonly bounds?: Bounds | undefined;
  /** Is called with each view that has rested for a moment, the first one too. */
  readonly onView?: ((view: MapView, size: Size) => void) | undefined;
  /** Is called with the place that is pressed, and by Enter with the middle of the map. */
  readonly onPick?: ((place: Place) => void) | undefined;
  /** What is drawn on the map, as SVG. */
  readonly children?: (map: DrawnMap) => ComponentChildren;
}) {
  const { language, mapTiles } = usePage();
  const { t } = language;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState(firstSize);
  const [chosen, setView] = useState<MapView>();
  const view = chosen ?? viewOf(bounds, size);
  const { zoom, center } = view;

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      const height = Math.floor(entry?.contentRect.height ?? 0);
      if (width > 0 && height > 0)
        setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
    });
    if (box.current) observer.observe(box.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => onView?.(view, size), 150);
    return () => {
      clearTimeout(timer);
    };
  }, [zoom, center.lat, center.lon, size]);

  // events may come faster than the map is drawn
  const change = (changed: (current: MapView) => MapView): void => {
    setView((current) => changed(current ?? viewOf(bounds, size)));
  };
  const moveBy = (right: number, down: number) => () => {
    change((current) => moved(current, size, [right, down]));
  };
  const zoomBy = (by: number) => () => {
    change((current) => zoomed(current, by));
  };
  const showAll = (): void => {
    setView(undefined);
  };
  useGestures(canvas, {
    onDrag: (right, down) => {
      moveBy(-right, -down)();
    },
    onZoom: (at, by) => {
      change((current) => zoomedAt(current, size, at, by));
    },
  });
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: moveBy(-60, 0),
    ArrowRight: moveBy(60, 0),
    ArrowUp: moveBy(0, -60),
    ArrowDown: moveBy(0, 60),
    '+': zoomBy(1),
    '=': zoomBy(1),
    '-': zoomBy(-1),
    '0': showAll,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isPick = event.key === 'Enter' && event.target === canvas.current && onPick !== undefined;
    const act = isPick ? () => onPick(center) : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onClick = (event: MouseEvent): void => {
    if (onPick && canvas.current) onPick(placeAt(view, size, pixelIn(canvas.current, event)));
  };
  const button = (name: string, text: string, act: () => void) => (
    <button type="button" title={name} aria-label={name} onClick={act}>
      {text}
    </button>
  );
  const map: DrawnMap = { view, size, pixel: (place) => pixelOf(view, size, place), show: setView };
  return (
    <div class="map-box">
      <div class="map-space" ref={box}>
        <svg
          ref={canvas}
          class={onPick ? 'map picks' : 'map'}
          role="application"
          tabindex={0}
          aria-label={label}
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="xMidYMid slice"
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          <BaseMap view={view} size={size} />
          <Grid view={view} size={size} />
          {children?.(map)}
          {onPick && (
            <path
              class="crosshair"
              d={`M${size.width / 2 - 10},${size.height / 2}h20M${size.width / 2},${size.height / 2 - 10}v20`}
            />
          )}
        </svg>
      </div>
      <div class="map-buttons">
        {button(t('zoomIn'), '+', zoomBy(1))}
        {button(t('zoomOut'), '−', zoomBy(-1))}
        {button(t('wholeMap'), '⤢', showAll)}
      </div>
      {mapTiles && mapTiles.attribution !== '' && (
        <p class="map-credit">
          <RichText html={mapTiles.attribution} />
        </p>
      )}
    </div>
  );
}

/** Lines of latitude and longitude, with their degrees at the edges. */
function Grid({ view, size }: { readonly view: MapView; readonly size: Size }) {
  const { south, west, north, east } = boundsOf(view, size);
  return (
    <g aria-hidden="true">
      {graticule(west, east, Math.max(3, size.width / 130)).map((lon) => {
        const [x] = pixelOf(view, size, { lat: view.center.lat, lon });
        return (
          <>
            <line class="grid" x1={x} x2={x} y1={0} y2={size.height} />
            <text class="tick" x={x + 4} y={size.height - 6}>
              {degrees(lon, 'E', 'W')}
            </text>
          </>
        );
      })}
      {graticule(south, north, Math.max(3, size.height / 100)).map((lat) => {
        const [, y] = pixelOf(view, size, { lat, lon: view.center.lon });
        return (
          <>
            <line class="grid" x1={0} x2={size.width} y1={y} y2={y} />
            <text class="tick" x={6} y={y - 4}>
              {degrees(lat, 'N', 'S')}
            </text>
          </>
        );
      })}
    </g>
  );
}

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value)}°${value === 0 ? '' : value > 0 ? positive : negative}`;
