/** The contrast that text needs on its background (WCAG 2.2, 1.4.3, level AA). */
const minContrast = 4.5;

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (color: string): Channels => {
  const number = Number.parseInt(color.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
};

const toHex = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Whether a text is a color as `#rrggbb`. */
const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The color that has a share of another one in it, 0 to 1. */
export function mixColors(color: string, other: string, share: number): string {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  const mixed = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return toHex([mixed(0), mixed(1), mixed(2)]);
}

/** The relative luminance of a color (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The contrast of two colors, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The number of steps in which a color is moved. */
const steps = 50;

/** The color nearest to a given one, on the way to another one, that has the contrast on a background; the other one where none has. */
export function withContrast(
  color: string,
  { toward, on, contrast = minContrast }: { readonly toward: string; readonly on: string; readonly contrast?: number },
): string {
  const candidates = Array.from({ length: steps }, (_each, step) => mixColors(color, toward, step / steps));
  return candidates.find((candidate) => contrastOf(candidate, on) >= contrast) ?? toward;
}

/** The backgrounds of the page on which links and buttons have the accent color (page.css). */
export const pageBackgrounds = Object.freeze({
  light: { name: 'light', paper: '#fbfaf7', toward: '#000000', remedy: 'darker' },
  dark: { name: 'dark', paper: '#1b1f23', toward: '#ffffff', remedy: 'lighter' },
});

/** What is wrong with an accent color; undefined when links and buttons in it are readable. */
export function accentProblem(
  color: string,
  { name, paper, toward, remedy }: (typeof pageBackgrounds)['light' | 'dark'],
): string | undefined {
  if (!isColor(color)) return 'Give a color as #rrggbb, such as #14605a.';
  const contrast = contrastOf(color, paper);
  if (contrast >= minContrast) return undefined;
  const readable = withContrast(color, { toward, on: paper });
  // cut, not rounded: 4.46 is not 4.5
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1);
  return `Links in ${color} have a contrast of ${shown}:1 on the ${name} page, and WCAG AA asks for ${minContrast}:1. Choose a ${remedy} color, such as ${readable}.`;
}
