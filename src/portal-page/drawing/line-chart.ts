import { svg } from '../dom.ts';
import { linearScale, roundTicks, thin } from '../chart/scales.ts';

/** A value at a time. */
export interface ChartPoint {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly value: number;
}

/** How a chart writes its values. */
export interface ChartTexts {
  readonly title: string;
  readonly valueText: (value: number) => string;
  readonly timeText: (time: number) => string;
}

const height = 260;
const margin = { top: 16, right: 16, bottom: 32, left: 56 };

/** A line through values over time, with axes. Each point names its time and value. */
export function lineChart(points: readonly ChartPoint[], width: number, texts: ChartTexts): SVGSVGElement {
  const values = points.map(({ value }) => value);
  const times = points.map(({ time }) => time);
  const ticks = roundTicks(Math.min(0, ...values), Math.max(...values, Math.min(0, ...values) + 1e-9), 4);
  const x = linearScale([Math.min(...times), Math.max(...times)], [margin.left + 8, width - margin.right - 8]);
  const y = linearScale([ticks[0] ?? 0, ticks.at(-1) ?? 1], [height - margin.bottom, margin.top]);
  const base = height - margin.bottom;
  const line = points.map(({ time, value }) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`);
  const [first, last] = [points[0], points.at(-1)];
  return svg(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': texts.title, class: 'chart' },
    ticks.map((tick) => [
      svg('line', { class: 'grid', x1: margin.left, x2: width - margin.right, y1: y(tick), y2: y(tick) }),
      svg('text', { class: 'tick', x: margin.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, texts.valueText(tick)),
    ]),
    thin(points, Math.max(2, Math.floor((width - margin.left) / 110))).map(({ time }) =>
      svg(
        'text',
        { class: 'tick', x: x(time), y: height - 8, 'text-anchor': anchorAt(x(time), width) },
        texts.timeText(time),
      ),
    ),
    first &&
      last &&
      svg('path', {
        class: 'area',
        d: `M${x(first.time).toFixed(1)},${base}L${line.join('L')}L${x(last.time).toFixed(1)},${base}Z`,
      }),
    svg('polyline', { class: 'line', points: line.join(' ') }),
    points.length <= 120 &&
      points.map(({ time, value }) =>
        svg(
          'circle',
          { class: 'dot', cx: x(time), cy: y(value), r: 3.5 },
          svg('title', {}, `${texts.timeText(time)}: ${texts.valueText(value)}`),
        ),
      ),
  );
}

/** Keeps the texts at the ends of the axis inside of the chart. */
const anchorAt = (x: number, width: number): string => (x > width - 50 ? 'end' : 'middle');
