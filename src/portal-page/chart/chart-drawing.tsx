import type { ComponentChildren } from 'preact';
import type { ChartData, Mark, Series } from './chart-data.ts';
import type { ChartKind } from './chart-state.ts';
import { type ChartTexts, shortened } from './chart-texts.ts';
import { linearScale, roundTicks, thin } from './scales.ts';

interface Drawing {
  readonly data: ChartData;
  readonly kind: ChartKind;
  readonly width: number;
  readonly texts: ChartTexts;
}

/** The chart as SVG: bars of values lie below one another, where their names have room; all else stands over an axis from left to right. */
export function ChartDrawing(drawing: Drawing) {
  const { data, kind } = drawing;
  return kind === 'bars' && data.interval === undefined ? <LyingBars {...drawing} /> : <Upright {...drawing} />;
}

/** The SVG of a chart, with its legend at the top. */
function Canvas({
  drawing: { data, texts, width },
  height,
  children,
}: {
  readonly drawing: Drawing;
  readonly height: number;
  readonly children: ComponentChildren;
}) {
  return (
    <svg
      class="chart"
      role="img"
      aria-label={texts.title}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {legendOf(data.series, texts, width).map(({ series, index, x, y }) => (
        <g class={`series-${index}`}>
          <rect class="bar" x={x} y={y - 9} width={10} height={10} rx={2} />
          <text class="tick" x={x + 15} y={y}>
            {shortened(texts.seriesText(series), legendCharacters)}
          </text>
        </g>
      ))}
      {children}
    </svg>
  );
}

const legendCharacters = 24;
const legendLine = 20;

/** Where the names of the series stand, in as many lines as they need; none for one series. */
function legendOf(all: readonly Series[], texts: ChartTexts, width: number) {
  if (all.length < 2) return [];
  let [x, y] = [0, 14];
  return all.map((series, index) => {
    const room = 34 + 7 * Math.min(legendCharacters, Array.from(texts.seriesText(series)).length);
    if (x > 0 && x + room > width) [x, y] = [0, y + legendLine];
    const at = { series, index, x, y };
    x += room;
    return at;
  });
}

/** The height of the legend. */
function legendHeight({ data, texts, width }: Drawing): number {
  const last = legendOf(data.series, texts, width).at(-1);
  return last ? last.y + 12 : 6;
}

const numbersIn = ({ series }: ChartData): readonly number[] =>
  series.flatMap(({ values }) => values.filter((value) => value !== null));

/** Round numbers from the least value, or zero where bars begin, to the greatest. */
function ticksOf(data: ChartData, count: number): readonly number[] {
  const numbers = numbersIn(data);
  const low = Math.min(0, ...numbers);
  return roundTicks(low, Math.max(low + 1e-9, ...numbers), count);
}

/** What is said of a bar or a point. */
function Note({
  texts,
  mark,
  series,
  value,
}: {
  readonly texts: ChartTexts;
  readonly mark: Mark;
  readonly series: Series;
  readonly value: number;
}) {
  const name = series.value === undefined ? '' : `, ${texts.seriesText(series)}`;
  return <title>{`${texts.markText(mark)}${name}: ${texts.valueText(value)}`}</title>;
}

function LyingBars(drawing: Drawing) {
  const { data, texts, width } = drawing;
  const top = legendHeight(drawing);
  const thickness = data.series.length > 1 ? Math.max(5, 18 / Math.sqrt(data.series.length)) : 18;
  const row = thickness * data.series.length + 10;
  const names = Math.min(width * 0.36, 190);
  const ticks = ticksOf(data, Math.max(2, Math.floor((width - names) / 110)));
  const x = linearScale([ticks[0] ?? 0, ticks.at(-1) ?? 1], [names + 8, width - 56]);
  const bottom = top + row * data.marks.length;
  return (
    <Canvas drawing={drawing} height={bottom + 24}>
      {ticks.map((tick) => (
        <>
          <line class="grid" x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} />
          <text class="tick" x={x(tick)} y={bottom + 18} text-anchor="middle">
            {texts.valueText(tick)}
          </text>
        </>
      ))}
      {data.marks.map((mark, at) => (
        <>
          <text class="bar-name" x={names} y={top + row * at + row / 2 + 4} text-anchor="end">
            <title>{texts.markText(mark)}</title>
            {shortened(texts.markText(mark), Math.floor(names / 7.2))}
          </text>
          {data.series.map((series, index) => {
            const value = series.values[at] ?? null;
            if (value === null) return null;
            const y = top + row * at + 5 + thickness * index;
            return (
              <g class={`series-${index}`}>
                <rect
                  class="bar"
                  x={Math.min(x(0), x(value))}
                  y={y}
                  width={Math.abs(x(value) - x(0))}
                  height={thickness - 1}
                >
                  <Note texts={texts} mark={mark} series={series} value={value} />
                </rect>
                {data.series.length === 1 && (
                  <text class="tick" x={Math.max(x(0), x(value)) + 5} y={y + thickness / 2 + 3}>
                    {texts.valueText(value)}
                  </text>
                )}
              </g>
            );
          })}
        </>
      ))}
    </Canvas>
  );
}

const plotHeight = 260;
const left = 60;

/** Bars or lines over an axis from left to right. */
function Upright(drawing: Drawing) {
  const { data, kind, texts, width } = drawing;
  const top = legendHeight(drawing);
  const base = top + plotHeight;
  const ticks = ticksOf(data, 4);
  const y = linearScale([ticks[0] ?? 0, ticks.at(-1) ?? 1], [base, top + 10]);
  const times = data.marks.map((mark, index) => (mark.kind === 'time' ? mark.time : index));
  const slot = (width - left - 12) / Math.max(1, data.marks.length);
  const along = linearScale(
    [Math.min(...times), Math.max(...times)],
    kind === 'bars' ? [left + slot / 2, width - 12 - slot / 2] : [left + 8, width - 20],
  );
  // bars never overlap, whatever the distance of their dates
  const x = (index: number): number => (kind === 'bars' ? left + slot * (index + 0.5) : along(times[index] ?? 0));
  const named = thin(
    data.marks.map((mark, index) => ({ mark, index })),
    Math.max(2, Math.floor((width - left) / 110)),
  );
  return (
    <Canvas drawing={drawing} height={base + 30}>
      {ticks.map((tick) => (
        <>
          <line class="grid" x1={left} x2={width - 12} y1={y(tick)} y2={y(tick)} />
          <text class="tick" x={left - 8} y={y(tick) + 4} text-anchor="end">
            {texts.valueText(tick)}
          </text>
        </>
      ))}
      {named.map(({ mark, index }) => (
        <text class="tick" x={x(index)} y={base + 20} text-anchor={anchorAt(x(index), width)}>
          {shortened(texts.markText(mark), 16)}
        </text>
      ))}
      {data.series.map((series, index) => (
        <g class={`series-${index}`}>
          {kind === 'lines' && <path class="line" d={lineThrough(series.values, x, y)} />}
          {series.values.map((value, at) => {
            const mark = data.marks[at];
            if (value === null || !mark) return null;
            const note = <Note texts={texts} mark={mark} series={series} value={value} />;
            if (kind === 'lines')
              return (
                data.marks.length <= 120 && (
                  <circle class="dot" cx={x(at)} cy={y(value)} r={3.5}>
                    {note}
                  </circle>
                )
              );
            const wide = Math.max(1, (slot * 0.8) / data.series.length);
            return (
              <rect
                class="bar"
                x={x(at) - slot * 0.4 + wide * index}
                y={Math.min(y(0), y(value))}
                width={wide}
                height={Math.abs(y(value) - y(0))}
              >
                {note}
              </rect>
            );
          })}
        </g>
      ))}
    </Canvas>
  );
}

/** A line through the values; it is broken where there is none. */
function lineThrough(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let isBroken = true;
  return values
    .flatMap((value, index) => {
      if (value === null) {
        isBroken = true;
        return [];
      }
      const command = isBroken ? 'M' : 'L';
      isBroken = false;
      return [`${command}${x(index).toFixed(1)},${y(value).toFixed(1)}`];
    })
    .join('');
}

/** Keeps the texts at the ends of the axis inside of the chart. */
const anchorAt = (x: number, width: number): string => (x > width - 50 ? 'end' : x < 50 ? 'start' : 'middle');
